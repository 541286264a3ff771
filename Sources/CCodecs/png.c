#include "postcard_png.h"
#include "growing_bytes.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/// The memory limit of a chunk except the picture, as compressed text and profiles can claim any size.
static const png_alloc_size_t chunk_limit = 8 << 20;

struct postcard_png_decoder {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count, position;
    postcard_png_options options;
    /// The length of the last chunk that was started.
    uint32_t chunk_length;
    postcard_png_report report;
    char message[200];
};

static void decoder_failed(png_structp png, png_const_charp text) {
    postcard_png_decoder *decoder = png_get_error_ptr(png);
    decoder->report.error = decoder->message;
    snprintf(decoder->message, sizeof decoder->message, "%s", text);
    png_longjmp(png, 1);
}

/// Records the warnings that PNG_CRC_WARN_USE causes for wrong checksums. Others are not about the picture.
static void decoder_warned(png_structp png, png_const_charp text) {
    postcard_png_decoder *decoder = png_get_error_ptr(png);
    if (strstr(text, "CRC error")) decoder->report.has_wrong_checksum = true;
}

static void ignore_warning(png_structp png, png_const_charp text) {
    (void)png, (void)text;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    postcard_png_decoder *decoder = png_get_io_ptr(png);
    if (count > decoder->count - decoder->position) {
        decoder->report.reached_end = true;
        png_error(png, "the file ends early");
    }
    memcpy(target, decoder->bytes + decoder->position, count);
    if (decoder->options.cut_offset && decoder->position == decoder->options.cut_offset && count >= 4)
        png_save_uint_32(target, decoder->options.cut_length);
    if (count == 8 && (png_get_io_state(png) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_HDR)
        decoder->chunk_length = png_get_uint_32(target);
    decoder->position += count;
}

/// Returns the embedded profile, or NULL.
static const uint8_t *profile(const postcard_png_decoder *decoder, size_t *count) {
    png_charp name;
    png_bytep profile;
    png_uint_32 length = 0;
    int method, intent;
    // An sRGB chunk is equivalent to an sRGB profile, and libpng then does not create one.
    if (png_get_sRGB(decoder->png, decoder->info, &intent)) return NULL;
    if (!png_get_iCCP(decoder->png, decoder->info, &name, &method, &profile, &length)) return NULL;
    *count = length;
    return profile;
}

static void start(postcard_png_decoder *decoder) {
    png_structp png = decoder->png;
    if (setjmp(png_jmpbuf(png))) return;
    png_set_read_fn(png, decoder, read_bytes);
    png_set_chunk_malloc_max(png, chunk_limit);
    if (decoder->options.allows_wrong_checksums) png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
    // Postcard reads other ancillary chunks itself. libpng skips them, with a CRC check but without inflating them.
    static const png_byte needed[] = {'t', 'R', 'N', 'S', 0, 'i', 'C', 'C', 'P', 0, 's', 'R', 'G', 'B', 0,
                                      'g', 'A', 'M', 'A', 0};
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, needed, 4);
    png_read_info(png, decoder->info);
    decoder->report.is_gray = !(png_get_color_type(png, decoder->info) & PNG_COLOR_MASK_COLOR);
    double gamma;
    bool ignores_gamma =
        decoder->options.ignores_gamma || png_get_valid(png, decoder->info, PNG_INFO_sRGB | PNG_INFO_iCCP);
    if (!ignores_gamma && png_get_gAMA(png, decoder->info, &gamma)) png_set_gamma(png, PNG_DEFAULT_sRGB, gamma);
    png_set_scale_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    decoder->report.passes = png_set_interlace_handling(png);
    png_read_update_info(png, decoder->info);
    decoder->report.profile = profile(decoder, &decoder->report.profile_count);
}

postcard_png_decoder *postcard_png_decoder_create(
    const uint8_t *bytes, size_t count, postcard_png_options options, const postcard_png_report **report) {
    postcard_png_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    decoder->options = options;
    decoder->report.passes = 1;
    *report = &decoder->report;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, decoder_failed, decoder_warned);
    if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
    if (!decoder->info) {
        postcard_png_decoder_destroy(decoder);
        return NULL;
    }
    start(decoder);
    return decoder;
}

bool postcard_png_decoder_read(postcard_png_decoder *decoder, uint8_t *row) {
    if (decoder->report.error || setjmp(png_jmpbuf(decoder->png))) return false;
    // With the row as the third argument, an early pass also fills the pixels of later passes, so a truncated file still shows a picture.
    bool is_interlaced = decoder->report.passes > 1;
    png_read_row(decoder->png, is_interlaced ? NULL : row, is_interlaced ? row : NULL);
    return true;
}

static bool is_whole(const postcard_png_decoder *decoder) {
    bool is_data = png_get_io_chunk_type(decoder->png) == 0x49444154;
    bool is_inside = png_get_io_state(decoder->png) & (PNG_IO_CHUNK_DATA | PNG_IO_CHUNK_CRC);
    // A wrong checksum of a chunk without data damages nothing.
    if (is_data && decoder->chunk_length == 0 && strstr(decoder->message, "CRC error")) return true;
    // "Not enough image data": the compressed stream continues after the end of the file's data.
    return !(is_data && is_inside) && !strstr(decoder->message, "image data");
}

bool postcard_png_decoder_finish(postcard_png_decoder *decoder) {
    if (!decoder->report.error && !setjmp(png_jmpbuf(decoder->png))) {
        png_read_end(decoder->png, NULL);
        return true;
    }
    decoder->report.is_whole = is_whole(decoder);
    return false;
}

void postcard_png_decoder_destroy(postcard_png_decoder *decoder) {
    png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder);
}

typedef struct {
    growing_bytes output;
    char *message;
} encoder;

static void encoder_failed(png_structp png, png_const_charp text) {
    encoder *state = png_get_error_ptr(png);
    snprintf(state->message, 200, "%s", text);
    png_longjmp(png, 1);
}

static void write_bytes(png_structp png, png_bytep source, size_t count) {
    encoder *state = png_get_io_ptr(png);
    if (!growing_bytes_append(&state->output, source, count)) png_error(png, "not enough memory");
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static void write_picture(
    png_structp png, png_infop info, int width, int height, bool has_alpha, int compression_level, const uint8_t *exif,
    size_t exif_count, bool (*fill_row)(void *, int, uint8_t *), void *context, uint8_t *row) {
    png_set_compression_level(png, compression_level);
    png_set_IHDR(
        png, info, (png_uint_32)width, (png_uint_32)height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (exif_count > 0) png_write_chunk(png, (png_const_bytep)"eXIf", exif, exif_count);
    png_set_bgr(png);
    if (!has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (int y = 0; y < height; y++) {
        if (!fill_row(context, y, row)) png_error(png, "stopped");
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
}

postcard_bytes postcard_png_encode(
    int width, int height, bool has_alpha, int compression_level, const uint8_t *exif, size_t exif_count,
    bool (*fill_row)(void *context, int y, uint8_t *row), void *context, char message[200]) {
    encoder state = {.message = message};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, encoder_failed, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *row = malloc((size_t)width * 4);
    // After `longjmp`, `state` has its last values: it is in memory, since libpng has its address. The others except `done` do not change.
    volatile bool done = false;
    snprintf(message, 200, "not enough memory");
    if (info && row && !setjmp(png_jmpbuf(png))) {
        png_set_write_fn(png, &state, write_bytes, flush_nothing);
        write_picture(
            png, info, width, height, has_alpha, compression_level, exif, exif_count, fill_row, context, row);
        done = true;
    }
    png_destroy_write_struct(&png, &info);
    free(row);
    if (done) return state.output.bytes;
    free(state.output.bytes.data);
    return (postcard_bytes){NULL, 0};
}
