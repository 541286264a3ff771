#include "postcard_tiff.h"

#include <lazy_library.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

#define TIFF_FUNCTIONS(F)                                                                                    \
    F(TIFFOpenOptionsAlloc) F(TIFFOpenOptionsFree) F(TIFFOpenOptionsSetErrorHandlerExtR)                       \
    F(TIFFOpenOptionsSetWarningHandlerExtR) F(TIFFOpenOptionsSetMaxSingleMemAlloc) F(TIFFClientOpenExt)        \
    F(TIFFClose) F(TIFFGetField) F(TIFFGetFieldDefaulted) F(TIFFSetField) F(TIFFIsTiled) F(TIFFRGBAImageOK)    \
    F(TIFFRGBAImageBegin) F(TIFFRGBAImageGet) F(TIFFRGBAImageEnd) F(TIFFReadScanline) F(TIFFScanlineSize)      \
    F(TIFFReadEncodedTile) F(TIFFComputeTile) F(TIFFTileSize) F(TIFFTileSize64) F(TIFFTileRowSize) F(TIFFNumberOfStrips)         \
    F(TIFFNumberOfTiles) F(TIFFSetSubDirectory)

POSTCARD_LIBRARY(tiff, TIFF_FUNCTIONS, POSTCARD_NAMES("libtiff", "6"))

typedef struct {
    const uint8_t *bytes;
    size_t count, position;
    /// The offset of the picture's directory; 0 for the first one.
    uint64_t directory;
    char message[200];
} memory_file;

enum { max_planes = 5 };

struct postcard_tiff {
    memory_file memory;
    /// The first reads everything except the other planes of strips, which have a separate file each. Each file decodes its strips once,
    /// from top to bottom.
    TIFF *files[max_planes];
    int planes;
    TIFFRGBAImage image;
    bool has_image, is_cut, is_fax;
    uint32_t width, height;
    /// The bytes in a row of one plane.
    size_t row_bytes;
    /// Rows of tiles, each with all planes, and one tile.
    uint8_t *tile_rows, *tile;
    uint32_t tile_width, tile_height;
    bool has_tiles;
    size_t tile_bytes, tile_row_bytes;
};

static tmsize_t read_memory(thandle_t handle, void *target, tmsize_t count) {
    memory_file *file = handle;
    size_t available = file->position < file->count ? file->count - file->position : 0;
    size_t wanted = count > 0 ? (size_t)count : 0;
    if (wanted > available) wanted = available;
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

/// libtiff reads directly from the bytes, and checks each strip and tile against their end.
static int map_memory(thandle_t handle, void **base, toff_t *count) {
    memory_file *file = handle;
    *base = (void *)(uintptr_t)file->bytes;
    *count = file->count;
    return 1;
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

static uint16_t field(TIFF *file, uint32_t tag) {
    uint16_t value = 0;
    return tiff.TIFFGetFieldDefaulted(file, tag, &value) ? value : 0;
}

static TIFF *open_memory(memory_file *memory, size_t largest_allocation) {
    TIFFOpenOptions *options = tiff.TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    memory->position = 0;
    tiff.TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, memory);
    tiff.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, memory);
    tiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)largest_allocation);
    TIFF *file = tiff.TIFFClientOpenExt(
        "memory", "r", memory, read_memory, write_nothing, seek_memory, close_nothing, size_of_memory, map_memory, NULL,
        options);
    tiff.TIFFOpenOptionsFree(options);
    if (file && memory->directory && !tiff.TIFFSetSubDirectory(file, memory->directory)) {
        tiff.TIFFClose(file);
        return NULL;
    }
    // libtiff's warnings about the directory are not the cause of damaged pixels.
    if (file) memory->message[0] = 0;
    int compression = file ? field(file, TIFFTAG_COMPRESSION) : 0;
    // libtiff prefers libdeflate, which writes nothing of a block that is longer than its memory, and reports success. zlib fills the
    // memory.
    if (compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE)
        tiff.TIFFSetField(file, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
    return file;
}

static postcard_status failure(const postcard_tiff *tiff_file, char message[200]) {
    snprintf(message, 200, "%s", tiff_file->memory.message);
    return tiff_file->is_cut ? postcard_status_truncated : postcard_status_damaged;
}

static bool is_fax(int compression) {
    return compression >= COMPRESSION_CCITTRLE && compression <= COMPRESSION_CCITTFAX4;
}

/// Truncates strips and tiles at the end of the file, so that their existing parts are decoded. Writers also claim more bytes than they
/// wrote. Returns true if any was truncated.
static bool truncate_parts(TIFF *file, size_t count, bool recovers) {
    uint64_t *offsets = NULL, *sizes = NULL;
    bool is_tiled = tiff.TIFFIsTiled(file);
    uint32_t parts = is_tiled ? tiff.TIFFNumberOfTiles(file) : tiff.TIFFNumberOfStrips(file);
    if (!tiff.TIFFGetField(file, is_tiled ? TIFFTAG_TILEOFFSETS : TIFFTAG_STRIPOFFSETS, &offsets)
        || !tiff.TIFFGetField(file, is_tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &sizes) || !offsets
        || !sizes)
        return false;
    bool is_cut = false;
    // The arrays belong to libtiff. When it reads the directory, it makes each as long as the number of parts. For missing data, libjpeg
    // returns gray and fax white, without an error from libtiff.
    int compression = field(file, TIFFTAG_COMPRESSION);
    bool can_tell = compression != COMPRESSION_JPEG && !is_fax(compression);
    for (uint32_t i = 0; i < parts; i++) {
        uint64_t available = offsets[i] < count ? count - offsets[i] : 0;
        if (sizes[i] <= available) continue;
        is_cut = true;
        if (can_tell || recovers) sizes[i] = available;
    }
    return is_cut;
}

/// Returns 0 without alpha, otherwise EXTRASAMPLE_ASSOCALPHA or EXTRASAMPLE_UNASSALPHA, as libtiff's own conversion does.
static int alpha_kind(TIFF *file, int samples, int colors, int photometric) {
    uint16_t extra = 0, *kinds = NULL;
    if (photometric == PHOTOMETRIC_SEPARATED || photometric == PHOTOMETRIC_PALETTE || samples <= colors) return 0;
    tiff.TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    if (extra == 0 || !kinds) return samples == 4 && colors == 3 ? EXTRASAMPLE_ASSOCALPHA : 0;
    // Programs store selections and masks in samples of an unspecified kind.
    return kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA ? kinds[0] : 0;
}

static int color_count(int photometric) {
    switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_PALETTE: return 1;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_SEPARATED: return 4;
    default: return 0;
    }
}

static bool is_readable_sample(int bits, int format, int photometric) {
    switch (format) {
    case SAMPLEFORMAT_UINT:
    case SAMPLEFORMAT_VOID: return bits >= 1 && bits <= (photometric == PHOTOMETRIC_PALETTE ? 8 : 32);
    case SAMPLEFORMAT_INT: return bits >= 8 && bits <= 32 && photometric != PHOTOMETRIC_PALETTE;
    case SAMPLEFORMAT_IEEEFP:
        return (bits == 16 || bits == 24 || bits == 32 || bits == 64) && photometric != PHOTOMETRIC_PALETTE;
    default: return false;
    }
}

/// Returns true if samples can be returned as stored.
static bool gives_samples(postcard_tiff *file, size_t max_bytes, postcard_tiff_info *info) {
    TIFF *main = file->files[0];
    int compression = field(main, TIFFTAG_COMPRESSION), photometric = field(main, TIFFTAG_PHOTOMETRIC);
    int samples = field(main, TIFFTAG_SAMPLESPERPIXEL);
    bool is_planar = samples > 1 && field(main, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
    if (compression == COMPRESSION_OJPEG) return false;
    if (compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_YCBCR && !is_planar) {
        if (!tiff.TIFFSetField(main, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)) return false;
        photometric = PHOTOMETRIC_RGB;
    }
    int colors = color_count(photometric), bits = field(main, TIFFTAG_BITSPERSAMPLE);
    int format = field(main, TIFFTAG_SAMPLEFORMAT);
    if (colors == 0 || samples < colors || !is_readable_sample(bits, format, photometric)) return false;
    if (photometric == PHOTOMETRIC_SEPARATED && field(main, TIFFTAG_INKSET) == INKSET_MULTIINK) return false;
    int alpha = alpha_kind(main, samples, colors, photometric);
    size_t row_bits = (size_t)file->width * (size_t)bits * (size_t)(is_planar ? 1 : samples);
    file->row_bytes = (row_bits + 7) / 8;
    file->planes = is_planar ? colors + (alpha != 0) : 1;
    if (file->row_bytes > max_bytes / max_planes) return false;
    if (tiff.TIFFIsTiled(main)) {
        tmsize_t size = tiff.TIFFTileSize(main), row = tiff.TIFFTileRowSize(main);
        if (!tiff.TIFFGetField(main, TIFFTAG_TILEWIDTH, &file->tile_width)
            || !tiff.TIFFGetField(main, TIFFTAG_TILELENGTH, &file->tile_height) || file->tile_width % 8 != 0
            || file->tile_height == 0 || file->tile_width == 0 || row <= 0 || size <= 0 || (size_t)size > max_bytes
            || (size_t)row != (size_t)file->tile_width / 8 * (size_t)bits * (size_t)(is_planar ? 1 : samples)
            || (size_t)size / (size_t)row < file->tile_height)
            return false;
        file->tile_bytes = (size_t)size;
        file->tile_row_bytes = (size_t)row;
    } else if (tiff.TIFFScanlineSize(main) != (tmsize_t)file->row_bytes) {
        return false;
    }
    if (photometric == PHOTOMETRIC_PALETTE) {
        uint16_t *red, *green, *blue;
        if (!tiff.TIFFGetField(main, TIFFTAG_COLORMAP, &red, &green, &blue)) return false;
        info->palette[0] = red, info->palette[1] = green, info->palette[2] = blue;
    }
    info->samples = is_planar ? file->planes : samples;
    info->colors = colors;
    info->bits = bits;
    info->is_planar = is_planar;
    // Programs that mark bytes as signed mean 0 to 255, and others show them that way.
    info->is_signed = format == SAMPLEFORMAT_INT && bits > 8;
    info->is_float = format == SAMPLEFORMAT_IEEEFP;
    info->is_inverted = photometric == PHOTOMETRIC_MINISWHITE;
    info->has_alpha = alpha != 0;
    info->is_premultiplied = alpha == EXTRASAMPLE_ASSOCALPHA;
    info->band_rows = 1;
    info->band_bytes = file->row_bytes * (size_t)file->planes;
    return true;
}

/// The maximum number of samples in a pixel: colors, alpha, and additional data.
static const int max_samples = 16;
/// The maximum number of bytes in a tile, which libtiff can't decode in parts.
static const size_t max_tile_bytes = 64 << 20;

/// Writes the limit that the picture exceeds, before anything of it is decoded.
static bool exceeds_limits(const postcard_tiff *file, size_t max_sample_bytes, char message[200]) {
    TIFF *main = file->files[0];
    int samples = field(main, TIFFTAG_SAMPLESPERPIXEL), bits = field(main, TIFFTAG_BITSPERSAMPLE);
    if (samples > max_samples) {
        snprintf(message, 200, "a pixel has %d samples; the limit is %d", samples, max_samples);
        return true;
    }
    if ((double)file->width * file->height * samples * bits / 8 > (double)max_sample_bytes) {
        snprintf(
            message, 200, "%u × %u pixels of %d × %d bits exceed the pixel limit, which is for pixels of 32 bits", file->width,
            file->height, samples, bits);
        return true;
    }
    if (tiff.TIFFIsTiled(main) && tiff.TIFFTileSize64(main) > max_tile_bytes) {
        snprintf(message, 200, "its tiles are larger than 64 MiB");
        return true;
    }
    return false;
}

/// Allocates memory for tiles, or a file for each further plane.
static postcard_status prepare(postcard_tiff *file, size_t max_bytes, bool recovers, char message[200]) {
    if (file->tile_bytes) {
        uint32_t rows = file->tile_height < file->height ? file->tile_height : file->height;
        if (file->row_bytes * (size_t)file->planes > max_bytes / rows) return postcard_status_out_of_memory;
        file->tile = calloc(1, file->tile_bytes);
        file->tile_rows = calloc(rows, file->row_bytes * (size_t)file->planes);
        return file->tile && file->tile_rows ? postcard_status_ok : postcard_status_out_of_memory;
    }
    for (int plane = 1; plane < file->planes; plane++) {
        file->files[plane] = open_memory(&file->memory, max_bytes);
        if (!file->files[plane]) return failure(file, message);
        truncate_parts(file->files[plane], file->memory.count, recovers);
    }
    return postcard_status_ok;
}

/// Returns the number of rows that are coded together.
static uint32_t rows_together(TIFF *file, uint32_t height) {
    uint32_t rows = 0;
    tiff.TIFFGetFieldDefaulted(file, tiff.TIFFIsTiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows == 0 || rows > height) return height;
    uint32_t several = 32 / rows;
    return several > 1 ? rows * several : rows;
}

static postcard_status begin(
    postcard_tiff *file, size_t max_bytes, size_t max_sample_bytes, bool recovers, postcard_tiff_info *info,
    char message[200]) {
    TIFF *main = file->files[0];
    if (exceeds_limits(file, max_sample_bytes, message)) return postcard_status_too_large;
    file->is_fax = is_fax(field(main, TIFFTAG_COMPRESSION));
    file->is_cut = truncate_parts(main, file->memory.count, recovers);
    if (gives_samples(file, max_bytes, info)) return prepare(file, max_bytes, recovers, message);
    char reason[1024] = "";
    file->has_image = tiff.TIFFRGBAImageOK(main, reason)
        && tiff.TIFFRGBAImageBegin(&file->image, main, !recovers, reason);
    if (!file->has_image) {
        snprintf(message, 200, "%s", reason);
        return postcard_status_unsupported;
    }
    if (file->image.width != file->width || file->image.height != file->height) return failure(file, message);
    // As stored: the caller turns pictures.
    file->image.req_orientation = file->image.orientation;
    *info = (postcard_tiff_info){.has_alpha = file->image.alpha != 0, .is_premultiplied = true};
    info->band_rows = (int)rows_together(main, file->height);
    info->band_bytes = (size_t)file->width * 4 * (size_t)info->band_rows;
    return postcard_status_ok;
}

postcard_status postcard_tiff_open(
    const uint8_t *bytes, size_t count, size_t directory, int width, int height, size_t max_sample_bytes, bool recovers,
    postcard_tiff **result, postcard_tiff_info *info, char message[200]) {
    *result = NULL;
    *info = (postcard_tiff_info){0};
    message[0] = 0;
    if (!tiff_is_ready()) return postcard_status_missing_library;
    postcard_tiff *file = calloc(1, sizeof *file);
    if (!file) return postcard_status_out_of_memory;
    file->memory.bytes = bytes;
    file->memory.count = count;
    file->memory.directory = directory;
    file->width = (uint32_t)width;
    file->height = (uint32_t)height;
    // A strip or tile may be as large as the picture with 64 bits a sample.
    size_t max_bytes = (size_t)width * (size_t)height * 32 + (1 << 20);
    file->files[0] = open_memory(&file->memory, max_bytes);
    postcard_status status =
        file->files[0] ? begin(file, max_bytes, max_sample_bytes, recovers, info, message) : failure(file, message);
    if (status == postcard_status_ok) {
        *result = file;
    } else {
        postcard_tiff_close(file);
    }
    return status;
}

/// Decodes a row of tiles.
static bool read_tiles(postcard_tiff *file, uint32_t first_row) {
    uint32_t rows = file->height - first_row < file->tile_height ? file->height - first_row : file->tile_height;
    for (int plane = 0; plane < file->planes; plane++) {
        uint8_t *target = file->tile_rows + (size_t)plane * file->row_bytes;
        size_t stride = file->row_bytes * (size_t)file->planes, done = 0;
        for (uint32_t x = 0; x < file->width; x += file->tile_width) {
            uint32_t number = tiff.TIFFComputeTile(file->files[0], x, first_row, 0, (uint16_t)plane);
            tmsize_t size = (tmsize_t)file->tile_bytes;
            // A decoder may leave the tile unfinished. The previous tile must not show there.
            memset(file->tile, 0, file->tile_bytes);
            if (tiff.TIFFReadEncodedTile(file->files[0], number, file->tile, size) != size) return false;
            size_t left = file->row_bytes - done;
            size_t part = left < file->tile_row_bytes ? left : file->tile_row_bytes;
            for (uint32_t y = 0; y < rows; y++)
                memcpy(target + y * stride + done, file->tile + y * file->tile_row_bytes, part);
            done += part;
            if (file->width - x <= file->tile_width) break;
        }
    }
    return true;
}

static bool read_row_of_tiles(postcard_tiff *file, uint8_t *band, uint32_t row) {
    if (row % file->tile_height == 0) file->has_tiles = read_tiles(file, row);
    size_t bytes = file->row_bytes * (size_t)file->planes;
    if (file->has_tiles) memcpy(band, file->tile_rows + row % file->tile_height * bytes, bytes);
    return file->has_tiles;
}

static bool read_row(postcard_tiff *file, uint8_t *band, uint32_t row) {
    if (file->tile) return read_row_of_tiles(file, band, row);
    for (int plane = 0; plane < file->planes; plane++) {
        uint8_t *target = band + (size_t)plane * file->row_bytes;
        bool is_read = tiff.TIFFReadScanline(file->files[plane], target, row, (uint16_t)plane) >= 0;
        // Fax machines stop in the middle of the last row, whose rest is then white.
        if (!is_read && !(file->is_fax && !file->is_cut && row + 1 == file->height && row > 0)) return false;
    }
    return true;
}

postcard_status postcard_tiff_read(postcard_tiff *file, uint8_t *band, int first_row, int rows, char message[200]) {
    bool is_done;
    file->memory.message[0] = 0;
    if (file->has_image) {
        file->image.row_offset = first_row;
        is_done = tiff.TIFFRGBAImageGet(
            &file->image, (uint32_t *)(void *)band, file->image.width, (uint32_t)rows);
    } else {
        is_done = read_row(file, band, (uint32_t)first_row);
    }
    return is_done ? postcard_status_ok : failure(file, message);
}

void postcard_tiff_close(postcard_tiff *file) {
    if (file->has_image) tiff.TIFFRGBAImageEnd(&file->image);
    for (int plane = 0; plane < max_planes; plane++)
        if (file->files[plane]) tiff.TIFFClose(file->files[plane]);
    free(file->tile);
    free(file->tile_rows);
    free(file);
}

void postcard_tiff_prepare(void) {
    tiff_is_ready();
}
