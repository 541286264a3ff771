#include "PostcardShims.h"
#include "lazy_library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

#define TIFF_FUNCTIONS(F)                                                                                    \
    F(TIFFOpenOptionsAlloc) F(TIFFOpenOptionsFree) F(TIFFOpenOptionsSetErrorHandlerExtR)                       \
    F(TIFFOpenOptionsSetWarningHandlerExtR) F(TIFFOpenOptionsSetMaxSingleMemAlloc) F(TIFFClientOpenExt)        \
    F(TIFFClose) F(TIFFGetFieldDefaulted) F(TIFFRGBAImageOK) F(TIFFReadRGBAImageOriented) F(TIFFReadScanline)  \
    F(TIFFScanlineSize)

POSTCARD_LIBRARY(
    tiff, TIFF_FUNCTIONS, "libtiff.so.6", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib",
    "/usr/local/lib/libtiff.6.dylib")

typedef struct {
    const uint8_t *bytes;
    size_t count, position;
    bool reached_end;
    char *message;
} memory_file;

static tmsize_t read_memory(thandle_t handle, void *target, tmsize_t count) {
    memory_file *file = handle;
    size_t available = file->position < file->count ? file->count - file->position : 0;
    size_t wanted = count > 0 ? (size_t)count : 0;
    if (wanted > available) {
        file->reached_end = true;
        wanted = available;
    }
    if (wanted) memcpy(target, file->bytes + file->position, wanted);
    file->position += wanted;
    return (tmsize_t)wanted;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t count) {
    (void)handle, (void)source, (void)count;
    return 0;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int origin) {
    memory_file *file = handle;
    size_t base = origin == SEEK_CUR ? file->position : origin == SEEK_END ? file->count : 0;
    file->position = base + (size_t)offset;
    return file->position;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_memory(thandle_t handle) {
    return ((memory_file *)handle)->count;
}

static int note_error(TIFF *file, void *context, const char *module, const char *format, va_list arguments) {
    (void)file, (void)module;
    memory_file *memory = context;
    if (!memory->message[0]) vsnprintf(memory->message, 200, format, arguments);
    return 1;
}

static int ignore_warning(TIFF *file, void *context, const char *module, const char *format, va_list arguments) {
    (void)file, (void)context, (void)module, (void)format, (void)arguments;
    return 1;
}

static TIFF *open_memory(memory_file *memory, size_t largest_allocation) {
    TIFFOpenOptions *options = tiff.TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    tiff.TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, memory);
    tiff.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, memory);
    tiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)largest_allocation);
    // m: no mapping, so that every read is checked against the end.
    TIFF *file = tiff.TIFFClientOpenExt(
        "memory", "rm", memory, read_memory, write_nothing, seek_memory, close_nothing, size_of_memory, NULL, NULL,
        options);
    tiff.TIFFOpenOptionsFree(options);
    return file;
}

static bool read_inks(TIFF *file, uint8_t *pixels, int width, int height, int *rows) {
    if (tiff.TIFFScanlineSize(file) != (tmsize_t)width * 4) return false;
    for (*rows = 0; *rows < height; ++*rows)
        if (tiff.TIFFReadScanline(file, pixels + (size_t)*rows * (size_t)width * 4, (uint32_t)*rows, 0) < 0) return false;
    return true;
}

postcard_status postcard_tiff_decode(
    const uint8_t *bytes, size_t count, bool keeps_inks, uint8_t *pixels, int width, int height, int *rows,
    char message[200]) {
    message[0] = 0;
    *rows = 0;
    if (!tiff_is_ready()) return postcard_status_missing_library;
    memory_file memory = {bytes, count, 0, false, message};
    // A strip or tile may be as large as the picture with 32 bits a sample.
    TIFF *file = open_memory(&memory, (size_t)width * (size_t)height * 16 + (1 << 20));
    if (!file) return memory.reached_end ? postcard_status_truncated : postcard_status_damaged;
    char reason[1024] = "";
    bool is_done = false, is_supported = true;
    if (keeps_inks) {
        is_done = read_inks(file, pixels, width, height, rows);
    } else if (tiff.TIFFRGBAImageOK(file, reason)) {
        uint16_t orientation = ORIENTATION_TOPLEFT;
        tiff.TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
        is_done = tiff.TIFFReadRGBAImageOriented(
            file, (uint32_t)width, (uint32_t)height, (uint32_t *)(void *)pixels, orientation, 1);
        if (is_done) *rows = height;
    } else {
        is_supported = false;
        snprintf(message, 200, "%s", reason);
    }
    tiff.TIFFClose(file);
    if (!is_supported) return postcard_status_unsupported;
    if (is_done) return postcard_status_ok;
    return memory.reached_end ? postcard_status_truncated : postcard_status_damaged;
}
