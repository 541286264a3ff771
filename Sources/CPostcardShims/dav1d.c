#include "PostcardShims.h"
#include "lazy_library.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// dav1d's headers are not needed to build: these are the few declarations of its C interface, of which the interfaces 6 (from 1.0 on)
// and 7 (from 1.3 on) have what is named here in the same places.

typedef struct {
    int threads, frame_delay, applies_grain, operating_point, has_all_layers;
    unsigned most_pixels;
    void *allocator_cookie, *allocate, *release;
    void *logger_cookie, *logger;
    uint8_t rest[256];
} dav1d_settings;

typedef union {
    struct {
        const uint8_t *bytes;
        size_t count;
    } left;
    max_align_t alignment;
    uint8_t room[512];
} dav1d_data;

typedef union {
    max_align_t alignment;
    uint8_t room[2048];
} dav1d_picture;

extern void dav1d_default_settings(dav1d_settings *settings);
extern int dav1d_open(void **decoder, const dav1d_settings *settings);
extern uint8_t *dav1d_data_create(dav1d_data *data, size_t count);
extern void dav1d_data_unref(dav1d_data *data);
extern int dav1d_send_data(void *decoder, dav1d_data *data);
extern int dav1d_get_picture(void *decoder, dav1d_picture *picture);
extern void dav1d_picture_unref(dav1d_picture *picture);
extern void dav1d_close(void **decoder);

#define DAV1D_FUNCTIONS(F)                                                                                     \
    F(dav1d_default_settings) F(dav1d_open) F(dav1d_data_create) F(dav1d_data_unref) F(dav1d_send_data)          \
    F(dav1d_get_picture) F(dav1d_picture_unref) F(dav1d_close)

POSTCARD_LIBRARY(
    dav1d, DAV1D_FUNCTIONS, "libdav1d.so.7", "libdav1d.so.6", "libdav1d.7.dylib", "/opt/homebrew/lib/libdav1d.7.dylib",
    "/usr/local/lib/libdav1d.7.dylib")

enum { dav1d_again = -11, dav1d_again_darwin = -35 };

static bool wants_more(int status) {
    return status == dav1d_again || status == dav1d_again_darwin;
}

bool postcard_dav1d_decodes(const uint8_t *bytes, size_t count, size_t most_pixels) {
    if (!count || !dav1d_is_ready()) return false;
    dav1d_settings settings;
    dav1d.dav1d_default_settings(&settings);
    // As libheif uses it, but one picture at a time, and without a word.
    settings.threads = 1;
    settings.frame_delay = 1;
    settings.has_all_layers = 0;
    settings.most_pixels = most_pixels > UINT32_MAX ? UINT32_MAX : (unsigned)most_pixels;
    settings.logger = NULL;
    void *decoder = NULL;
    if (dav1d.dav1d_open(&decoder, &settings)) return false;
    dav1d_data data;
    memset(&data, 0, sizeof data);
    dav1d_picture picture;
    memset(&picture, 0, sizeof picture);
    uint8_t *target = dav1d.dav1d_data_create(&data, count);
    int status = target ? 0 : -1;
    if (target) {
        memcpy(target, bytes, count);
        do {
            status = dav1d.dav1d_send_data(decoder, &data);
            if (status < 0 && !wants_more(status)) break;
            status = dav1d.dav1d_get_picture(decoder, &picture);
        } while (wants_more(status) && data.left.count);
        if (status == 0) dav1d.dav1d_picture_unref(&picture);
        // What is left when it failed, or when the first picture was enough.
        if (data.left.count) dav1d.dav1d_data_unref(&data);
    }
    dav1d.dav1d_close(&decoder);
    return status == 0;
}
