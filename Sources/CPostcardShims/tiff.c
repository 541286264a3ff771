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
    F(TIFFClose) F(TIFFGetField) F(TIFFGetFieldDefaulted) F(TIFFIsTiled) F(TIFFRGBAImageOK)                    \
    F(TIFFRGBAImageBegin) F(TIFFRGBAImageGet) F(TIFFRGBAImageEnd) F(TIFFReadScanline) F(TIFFScanlineSize)

POSTCARD_LIBRARY(
    tiff, TIFF_FUNCTIONS, "libtiff.so.6", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib",
    "/usr/local/lib/libtiff.6.dylib")

typedef struct {
    const uint8_t *bytes;
    size_t count, position;
    bool reached_end;
    char message[200];
} memory_file;

struct postcard_tiff {
    memory_file memory;
    TIFF *file;
    TIFFRGBAImage image;
    bool has_image, gives_samples;
    int next_row;
};

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

static postcard_status failure(const postcard_tiff *tiff_file, char message[200]) {
    snprintf(message, 200, "%s", tiff_file->memory.message);
    return tiff_file->memory.reached_end ? postcard_status_truncated : postcard_status_damaged;
}

/// Pictures of 8-bit samples side by side in strips can be read row by row, without conversion, however large a strip is.
static bool has_plain_rows(TIFF *file, int width, postcard_tiff_info *info) {
    uint16_t bits = 0, samples = 0, planes = 0, kind = 0, compression = 0;
    tiff.TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    tiff.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    tiff.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    tiff.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    if (!tiff.TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &kind)) return false;
    if (bits != 8 || planes != PLANARCONFIG_CONTIG || tiff.TIFFIsTiled(file)) return false;
    if (compression == COMPRESSION_JPEG || compression == COMPRESSION_OJPEG) return false;
    int expected = kind == PHOTOMETRIC_SEPARATED ? 4 : kind == PHOTOMETRIC_RGB ? 3 : 1;
    if (kind > PHOTOMETRIC_RGB && kind != PHOTOMETRIC_SEPARATED) return false;
    if (samples != expected || tiff.TIFFScanlineSize(file) != (tmsize_t)width * expected) return false;
    info->samples = expected;
    info->is_inverted = kind == PHOTOMETRIC_MINISWHITE;
    return true;
}

/// Rows that are coded together.
static uint32_t rows_together(TIFF *file, uint32_t height) {
    uint32_t rows = 0;
    tiff.TIFFGetFieldDefaulted(file, tiff.TIFFIsTiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows == 0 || rows > height) return height;
    uint32_t several = 32 / rows;
    return several > 1 ? rows * several : rows;
}

static postcard_status begin(postcard_tiff *file, int width, int height, postcard_tiff_info *info, char message[200]) {
    file->gives_samples = has_plain_rows(file->file, width, info);
    info->band_rows = 1;
    if (file->gives_samples) return postcard_status_ok;
    char reason[1024] = "";
    file->has_image = tiff.TIFFRGBAImageOK(file->file, reason)
        && tiff.TIFFRGBAImageBegin(&file->image, file->file, 1, reason);
    if (!file->has_image) {
        snprintf(message, 200, "%s", reason);
        return postcard_status_unsupported;
    }
    if (file->image.width != (uint32_t)width || file->image.height != (uint32_t)height) return failure(file, message);
    // As stored: the caller turns pictures itself.
    file->image.req_orientation = file->image.orientation;
    info->has_alpha = file->image.alpha != 0;
    info->band_rows = (int)rows_together(file->file, file->image.height);
    return postcard_status_ok;
}

postcard_status postcard_tiff_open(
    const uint8_t *bytes, size_t count, int width, int height, postcard_tiff **result, postcard_tiff_info *info,
    char message[200]) {
    *result = NULL;
    *info = (postcard_tiff_info){0};
    message[0] = 0;
    if (!tiff_is_ready()) return postcard_status_missing_library;
    postcard_tiff *file = calloc(1, sizeof *file);
    if (!file) return postcard_status_out_of_memory;
    file->memory.bytes = bytes;
    file->memory.count = count;
    // A strip or tile may be as large as the picture with 32 bits a sample.
    file->file = open_memory(&file->memory, (size_t)width * (size_t)height * 16 + (1 << 20));
    postcard_status status = file->file ? begin(file, width, height, info, message) : failure(file, message);
    if (status == postcard_status_ok) {
        *result = file;
    } else {
        postcard_tiff_close(file);
    }
    return status;
}

postcard_status postcard_tiff_read(postcard_tiff *file, uint8_t *band, int rows, char message[200]) {
    bool is_done;
    if (file->gives_samples) {
        is_done = tiff.TIFFReadScanline(file->file, band, (uint32_t)file->next_row, 0) >= 0;
    } else {
        file->image.row_offset = file->next_row;
        is_done = tiff.TIFFRGBAImageGet(
            &file->image, (uint32_t *)(void *)band, file->image.width, (uint32_t)rows);
    }
    file->next_row += rows;
    return is_done ? postcard_status_ok : failure(file, message);
}

void postcard_tiff_close(postcard_tiff *file) {
    if (file->has_image) tiff.TIFFRGBAImageEnd(&file->image);
    if (file->file) tiff.TIFFClose(file->file);
    free(file);
}
