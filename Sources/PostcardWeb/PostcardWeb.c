// Written by Sources/PostcardWeb/embed from the files of app.
#include "PostcardWeb.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t app_css_base_css[] = {
#embed "app/css/base.css"
};
static const uint8_t app_icons_postcard_svg[] = {
#embed "app/icons/postcard.svg"
};
static const uint8_t app_index_html[] = {
#embed "app/index.html"
};
static const uint8_t app_js_main_js[] = {
#embed "app/js/main.js"
};
#pragma clang diagnostic pop

static const postcard_web_file files[] = {
    {"css/base.css", "text/css; charset=utf-8", app_css_base_css, sizeof app_css_base_css},
    {"icons/postcard.svg", "image/svg+xml", app_icons_postcard_svg, sizeof app_icons_postcard_svg},
    {"index.html", "text/html; charset=utf-8", app_index_html, sizeof app_index_html},
    {"js/main.js", "text/javascript; charset=utf-8", app_js_main_js, sizeof app_js_main_js},
};

const postcard_web_file *postcard_web_files(void) { return files; }

size_t postcard_web_files_count(void) { return sizeof files / sizeof *files; }
