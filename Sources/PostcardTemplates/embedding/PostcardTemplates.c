#include "PostcardTemplates.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t billboard_json[] = {
#embed "../billboard/template.json"
};
static const uint8_t billboard_picture[] = {
#embed "../billboard/picture.webp"
};
static const uint8_t crossroads_json[] = {
#embed "../crossroads/template.json"
};
static const uint8_t crossroads_picture[] = {
#embed "../crossroads/picture.webp"
};
static const uint8_t crumb_json[] = {
#embed "../crumb/template.json"
};
static const uint8_t crumb_picture[] = {
#embed "../crumb/picture.webp"
};
static const uint8_t grander_json[] = {
#embed "../grander/template.json"
};
static const uint8_t grander_picture[] = {
#embed "../grander/picture.webp"
};
static const uint8_t iceberg_json[] = {
#embed "../iceberg/template.json"
};
static const uint8_t iceberg_picture[] = {
#embed "../iceberg/picture.webp"
};
static const uint8_t leaking_boat_json[] = {
#embed "../leaking-boat/template.json"
};
static const uint8_t leaking_boat_picture[] = {
#embed "../leaking-boat/picture.webp"
};
static const uint8_t letter_json[] = {
#embed "../letter/template.json"
};
static const uint8_t letter_picture[] = {
#embed "../letter/picture.webp"
};
static const uint8_t tug_of_war_json[] = {
#embed "../tug-of-war/template.json"
};
static const uint8_t tug_of_war_picture[] = {
#embed "../tug-of-war/picture.webp"
};
static const uint8_t verdict_json[] = {
#embed "../verdict/template.json"
};
static const uint8_t verdict_picture[] = {
#embed "../verdict/picture.webp"
};
static const uint8_t wanted_json[] = {
#embed "../wanted/template.json"
};
static const uint8_t wanted_picture[] = {
#embed "../wanted/picture.webp"
};
static const uint8_t whiteboard_json[] = {
#embed "../whiteboard/template.json"
};
static const uint8_t whiteboard_picture[] = {
#embed "../whiteboard/picture.webp"
};
#pragma clang diagnostic pop

#define TEMPLATE(name, id) {name, id##_json, sizeof id##_json, id##_picture, sizeof id##_picture}

static const postcard_template templates[] = {
    TEMPLATE("billboard", billboard),
    TEMPLATE("crossroads", crossroads),
    TEMPLATE("crumb", crumb),
    TEMPLATE("grander", grander),
    TEMPLATE("iceberg", iceberg),
    TEMPLATE("leaking-boat", leaking_boat),
    TEMPLATE("letter", letter),
    TEMPLATE("tug-of-war", tug_of_war),
    TEMPLATE("verdict", verdict),
    TEMPLATE("wanted", wanted),
    TEMPLATE("whiteboard", whiteboard),
};

const postcard_template *postcard_templates(void) { return templates; }

size_t postcard_templates_count(void) { return sizeof templates / sizeof *templates; }
