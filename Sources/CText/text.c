#include "CText.h"
#include "../CPostcardShims/lazy_library.h"

#define POSTCARD_OPEN(...)                                                                                             \
    postcard_open_library(                                                                                             \
        (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))
// Homebrew's folder, which is not among those that the loader of macOS looks in, is the compiler's there.
#define POSTCARD_NAMES(linux, macos) linux, macos, "/opt/homebrew/lib/" macos, "/usr/local/lib/" macos

static postcard_text_functions text;
static postcard_fontconfig_functions fontconfig;

static bool load_text(void) {
    postcard_text_functions *table = &text;
    void *library = POSTCARD_OPEN(POSTCARD_NAMES("libharfbuzz.so.0", "libharfbuzz.0.dylib"));
    if (!library) return false;
    POSTCARD_HARFBUZZ_FUNCTIONS(POSTCARD_FIND)
    library = POSTCARD_OPEN(POSTCARD_NAMES("libfribidi.so.0", "libfribidi.0.dylib"));
    if (!library) return false;
    POSTCARD_FRIBIDI_FUNCTIONS(POSTCARD_FIND)
    library = POSTCARD_OPEN(POSTCARD_NAMES("libglib-2.0.so.0", "libglib-2.0.0.dylib"));
    if (!library) return false;
    POSTCARD_GLIB_FUNCTIONS(POSTCARD_FIND)
    return true;
}

static bool load_fontconfig(void) {
    postcard_fontconfig_functions *table = &fontconfig;
    void *library = POSTCARD_OPEN(POSTCARD_NAMES("libfontconfig.so.1", "libfontconfig.1.dylib"));
    if (!library) return false;
    POSTCARD_FONTCONFIG_FUNCTIONS(POSTCARD_FIND)
    return true;
}

const postcard_text_functions *postcard_text_open(void) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, load_text) ? &text : NULL;
}

const postcard_fontconfig_functions *postcard_fontconfig_open(void) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, load_fontconfig) ? &fontconfig : NULL;
}
