#include "PostcardShims.h"
#include "lazy_library.h"

#include <gd.h>
#include <gd_errors.h>
#include <stdarg.h>
#include <stdlib.h>

/// As `gdImageCreateTrueColor` makes it, but of one block of memory: the structure, the pointers to the rows, the rows.
void *postcard_gd_image_create(int width, int height) {
    size_t pointers, pixels, total;
    if (width <= 0 || height <= 0 || __builtin_mul_overflow(sizeof(int *), (size_t)height, &pointers)
        || __builtin_mul_overflow((size_t)width * sizeof(int), (size_t)height, &pixels)
        || __builtin_add_overflow(sizeof(gdImage) + pointers, pixels, &total))
        return NULL;
    gdImagePtr image = calloc(total, 1);
    if (!image) return NULL;
    image->sx = width;
    image->sy = height;
    image->transparent = -1;
    image->trueColor = 1;
    image->alphaBlendingFlag = 1;
    image->thick = 1;
    image->cx2 = width - 1;
    image->cy2 = height - 1;
    image->res_x = GD_RESOLUTION;
    image->res_y = GD_RESOLUTION;
    image->interpolation_id = GD_BILINEAR_FIXED;
    image->tpixels = (int **)(image + 1);
    int *rows = (int *)((char *)(image + 1) + pointers);
    for (int y = 0; y < height; y++) image->tpixels[y] = rows + (size_t)width * (size_t)y;
    return image;
}

void postcard_gd_image_destroy(void *memory) {
    gdImagePtr image = memory;
    // What libgd's drawing functions leave behind; `brush` and `tile` are not the image's own.
    free(image->polyInts);
    free(image->style);
    free(image);
}

static void ignore_message(int priority, const char *format, va_list arguments) {
    (void)priority, (void)format, (void)arguments;
}

static void *library;

static bool open_library(void) {
    static const char *const names[] = {
        "libgd.so.3", "libgd.3.dylib", "/opt/homebrew/lib/libgd.3.dylib", "/usr/local/lib/libgd.3.dylib"};
    void *found = postcard_open_library(names, sizeof names / sizeof *names);
    if (!found) return false;
    int (*major)(void) = (int (*)(void))dlsym(found, "gdMajorVersion");
    int (*minor)(void) = (int (*)(void))dlsym(found, "gdMinorVersion");
    void (*set_error_method)(gdErrorMethod) = (void (*)(gdErrorMethod))dlsym(found, "gdSetErrorMethod");
    // `gdImage` may grow from one minor version to the next, and ours is as large as the headers say.
    if (!major || !minor || !set_error_method || major() != GD_MAJOR_VERSION || minor() != GD_MINOR_VERSION)
        return false;
    set_error_method(ignore_message);
    library = found;
    return true;
}

void *postcard_gd_function(const char *name) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, open_library) ? dlsym(library, name) : NULL;
}

void postcard_bytes_free(postcard_bytes bytes) {
    free(bytes.data);
}
