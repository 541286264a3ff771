#include "CText.h"

#include <lazy_library.h>

static postcard_text_functions text;

static bool load_text(void) {
    postcard_text_functions *table = &text;
    void *library = POSTCARD_OPEN(POSTCARD_NAMES("libharfbuzz", "0"));
    if (!library) return false;
    POSTCARD_HARFBUZZ_FUNCTIONS(POSTCARD_FIND)
    library = POSTCARD_OPEN(POSTCARD_NAMES("libfribidi", "0"));
    if (!library) return false;
    POSTCARD_FRIBIDI_FUNCTIONS(POSTCARD_FIND)
    library = POSTCARD_OPEN(POSTCARD_NAMES("libglib-2.0", "0"));
    if (!library) return false;
    POSTCARD_GLIB_FUNCTIONS(POSTCARD_FIND)
    return true;
}

POSTCARD_TABLE(
    postcard_fontconfig_functions, fontconfig, POSTCARD_FONTCONFIG_FUNCTIONS, POSTCARD_NAMES("libfontconfig", "1"))

const postcard_text_functions *postcard_text_open(void) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, load_text) ? &text : NULL;
}

const postcard_fontconfig_functions *postcard_fontconfig_open(void) {
    return fontconfig_is_ready() ? &fontconfig : NULL;
}

bool postcard_text_is_short_of_descriptors(void) {
    return postcard_is_short_of_descriptors();
}
