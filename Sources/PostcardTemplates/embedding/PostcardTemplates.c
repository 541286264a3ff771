#include "PostcardTemplates.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t alignment_json[] = {
#embed "../alignment/template.json"
};
static const uint8_t alignment_picture[] = {
#embed "../alignment/picture.webp"
};
static const uint8_t before_after_json[] = {
#embed "../before-after/template.json"
};
static const uint8_t before_after_picture[] = {
#embed "../before-after/picture.webp"
};
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
static const uint8_t four_panels_json[] = {
#embed "../four-panels/template.json"
};
static const uint8_t four_panels_picture[] = {
#embed "../four-panels/picture.webp"
};
static const uint8_t grander_json[] = {
#embed "../grander/template.json"
};
static const uint8_t grander_picture[] = {
#embed "../grander/picture.webp"
};
static const uint8_t growth_json[] = {
#embed "../growth/template.json"
};
static const uint8_t growth_picture[] = {
#embed "../growth/picture.webp"
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
static const uint8_t nine_panels_json[] = {
#embed "../nine-panels/template.json"
};
static const uint8_t nine_panels_picture[] = {
#embed "../nine-panels/picture.webp"
};
static const uint8_t no_yes_json[] = {
#embed "../no-yes/template.json"
};
static const uint8_t no_yes_picture[] = {
#embed "../no-yes/picture.webp"
};
static const uint8_t tier_list_json[] = {
#embed "../tier-list/template.json"
};
static const uint8_t tier_list_picture[] = {
#embed "../tier-list/picture.webp"
};
static const uint8_t timeline_json[] = {
#embed "../timeline/template.json"
};
static const uint8_t timeline_picture[] = {
#embed "../timeline/picture.webp"
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
    TEMPLATE("alignment", alignment),
    TEMPLATE("before-after", before_after),
    TEMPLATE("billboard", billboard),
    TEMPLATE("crossroads", crossroads),
    TEMPLATE("crumb", crumb),
    TEMPLATE("four-panels", four_panels),
    TEMPLATE("grander", grander),
    TEMPLATE("growth", growth),
    TEMPLATE("iceberg", iceberg),
    TEMPLATE("leaking-boat", leaking_boat),
    TEMPLATE("letter", letter),
    TEMPLATE("nine-panels", nine_panels),
    TEMPLATE("no-yes", no_yes),
    TEMPLATE("tier-list", tier_list),
    TEMPLATE("timeline", timeline),
    TEMPLATE("tug-of-war", tug_of_war),
    TEMPLATE("verdict", verdict),
    TEMPLATE("wanted", wanted),
    TEMPLATE("whiteboard", whiteboard),
};

const postcard_template *postcard_templates(void) { return templates; }

size_t postcard_templates_count(void) { return sizeof templates / sizeof *templates; }
