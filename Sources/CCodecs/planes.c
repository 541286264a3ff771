#include "postcard_planes.h"
#include "ycbcr.h"

#include <lazy_library.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <aom/aom_decoder.h>
#include <aom/aomdx.h>
#include <libde265/de265.h>

#define AOM_FUNCTIONS(F) \
    F(aom_codec_av1_dx) F(aom_codec_dec_init_ver) F(aom_codec_decode) F(aom_codec_get_frame) F(aom_codec_destroy)

POSTCARD_LIBRARY(aom, AOM_FUNCTIONS, POSTCARD_NAMES("libaom", "3"))

#define DE265_FUNCTIONS(F)                                                                                     \
    F(de265_new_decoder) F(de265_free_decoder) F(de265_push_NAL) F(de265_flush_data) F(de265_decode)             \
    F(de265_get_next_picture) F(de265_get_warning) F(de265_get_image_width) F(de265_get_image_height) F(de265_get_chroma_format)      \
    F(de265_get_bits_per_pixel) F(de265_get_image_plane) F(de265_get_image_matrix_coefficients)                  \
    F(de265_get_image_full_range_flag) F(de265_set_image_allocation_functions) F(de265_set_image_plane)              \
    F(de265_get_image_plane_user_data) F(de265_get_default_image_allocation_functions) F(de265_get_version_number)

POSTCARD_LIBRARY(de265, DE265_FUNCTIONS, POSTCARD_NAMES("libde265", "0"))

struct postcard_planes {
    bool has_aom;
    aom_codec_ctx_t aom;
    de265_decoder_context *de265;
    /// The samples of luma, Cb and Cr.
    const uint8_t *samples[3];
    size_t strides[3];
    bool is_halved_across, is_halved_down, has_chroma;
    /// The bits of a sample, 8 to 16. Samples of more than 8 bits have two bytes.
    int luma_bits, chroma_bits;
    /// The matrix stated by the picture, and the one that is used.
    int stated_matrix;
    bool has_stated_full_range;
    ycbcr_matrix matrix;
    /// True if the planes are green, blue and red.
    bool is_rgb;
    bool is_damaged;
};

enum { identity_matrix = 0 };

void postcard_planes_free(postcard_planes *planes) {
    if (planes->has_aom) aom.aom_codec_destroy(&planes->aom);
    if (planes->de265) de265.de265_free_decoder(planes->de265);
    free(planes);
}

static bool open_av1(postcard_planes *planes) {
    if (!aom_is_ready()) return false;
    aom_codec_dec_cfg_t settings = {.threads = 1, .allow_lowbitdepth = 1};
    planes->has_aom = !aom.aom_codec_dec_init_ver(
        &planes->aom, aom.aom_codec_av1_dx(), &settings, 0, AOM_DECODER_ABI_VERSION);
    return planes->has_aom;
}

static bool decode_av1(postcard_planes *planes, const uint8_t *bytes, size_t count, int width, int height) {
    if (aom.aom_codec_decode(&planes->aom, bytes, count, NULL)) return false;
    aom_codec_iter_t place = NULL;
    const aom_image_t *image = aom.aom_codec_get_frame(&planes->aom, &place);
    if (!image || image->bit_depth != 8 || image->monochrome || image->d_w < (unsigned)width
        || image->d_h < (unsigned)height)
        return false;
    if (image->fmt != AOM_IMG_FMT_I420 && image->fmt != AOM_IMG_FMT_I422 && image->fmt != AOM_IMG_FMT_I444) return false;
    planes->has_chroma = true;
    planes->luma_bits = planes->chroma_bits = 8;
    planes->is_halved_across = image->fmt != AOM_IMG_FMT_I444;
    planes->is_halved_down = image->fmt == AOM_IMG_FMT_I420;
    for (int channel = 0; channel < 3; channel++) {
        planes->samples[channel] = image->planes[channel];
        planes->strides[channel] = (size_t)image->stride[channel];
    }
    planes->stated_matrix = (int)image->mc;
    planes->has_stated_full_range = image->range == AOM_CR_FULL_RANGE;
    return true;
}

/// Passes a unit after its length to the decoder. Returns 0 if it is truncated, otherwise the length of both.
static size_t push_unit(de265_decoder_context *decoder, const uint8_t *bytes, size_t count, size_t length_bytes) {
    if (count < length_bytes) return 0;
    size_t length = 0;
    for (size_t i = 0; i < length_bytes; i++) length = length << 8 | bytes[i];
    if (length == 0 || length > count - length_bytes || length > INT32_MAX) return 0;
    if (de265.de265_push_NAL(decoder, bytes + length_bytes, (int)length, 0, NULL) != DE265_OK) return 0;
    return length + length_bytes;
}

static void release_planes(de265_decoder_context *decoder, struct de265_image *image, void *context) {
    (void)decoder, (void)context;
    for (int channel = 0; channel < 3; channel++) {
        free(de265.de265_get_image_plane_user_data(image, channel));
        de265.de265_set_image_plane(image, channel, NULL, 0, NULL);
    }
}

/// Allocates gray memory for a picture: libde265 leaves the missing parts of a damaged stream as they are, and reports only some damage.
static int allocate_planes(
    de265_decoder_context *decoder, struct de265_image_spec *spec, struct de265_image *image, void *context) {
    enum de265_chroma chroma = de265.de265_get_chroma_format(image);
    for (int channel = 0; channel < 3; channel++) de265.de265_set_image_plane(image, channel, NULL, 0, NULL);
    for (int channel = 0; channel < (chroma == de265_chroma_mono ? 1 : 3); channel++) {
        bool is_luma = channel == 0;
        size_t width = (size_t)spec->width, height = (size_t)spec->height, alignment = (size_t)spec->alignment;
        if (!is_luma && chroma != de265_chroma_444) width /= 2;
        if (!is_luma && chroma == de265_chroma_420) height /= 2;
        int bits = de265.de265_get_bits_per_pixel(image, channel);
        size_t stride = (width + alignment - 1) / alignment * alignment * (bits > 8 ? 2 : 1);
        // libde265 reads and writes some bytes after the last row.
        size_t count = stride * height + 64;
        void *memory = NULL;
        if (posix_memalign(&memory, 64, count)) {
            release_planes(decoder, image, context);
            return 0;
        }
        if (bits > 8) {
            for (size_t i = 0; i < count / 2; i++) ((uint16_t *)memory)[i] = (uint16_t)(1 << (bits - 1));
        } else {
            memset(memory, 128, count);
        }
        de265.de265_set_image_plane(image, channel, memory, (int)stride, memory);
    }
    return 1;
}

static struct de265_image_allocation gray = {allocate_planes, release_planes};

/// Pictures with SAO filters are decoded into memory that libde265 allocates itself, and clears only since 1.0.16. For earlier versions,
/// the functions are replaced for the whole process. They are in writable memory, and nothing else uses them.
static void replace_default_allocation(void) {
    // Two decimal digits each.
    if (de265.de265_get_version_number() >= 0x01001600) return;
    *(struct de265_image_allocation *)(uintptr_t)de265.de265_get_default_image_allocation_functions() = gray;
}

/// Returns the first picture of a stream; NULL if there is none. `is_damaged` is true if a part of it is missing.
static const struct de265_image *decode_units(
    de265_decoder_context *decoder, size_t length_bytes, const uint8_t *bytes, size_t count, bool *is_damaged) {
    *is_damaged = true;
    size_t steps = 64, place = 0;
    for (; place < count; steps++) {
        size_t pushed = push_unit(decoder, bytes + place, count - place, length_bytes);
        if (!pushed) break;
        place += pushed;
    }
    bool is_sound = place == count && de265.de265_flush_data(decoder) == DE265_OK;
    // Damaged streams always have more to decode.
    int has_more = 1;
    for (; has_more && steps; steps--) {
        has_more = 0;
        if (de265.de265_decode(decoder, &has_more) != DE265_OK) is_sound = false;
        const struct de265_image *image = de265.de265_get_next_picture(decoder);
        if (!image) continue;
        *is_damaged = !is_sound || de265.de265_get_warning(decoder) != DE265_OK;
        return image;
    }
    return NULL;
}

static postcard_status decode_hevc(
    postcard_planes *planes, size_t length_bytes, const uint8_t *bytes, size_t count, int width, int height) {
    if (!de265_is_ready()) return postcard_status_missing_library;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, replace_default_allocation);
    planes->de265 = de265.de265_new_decoder();
    if (!planes->de265) return postcard_status_out_of_memory;
    de265.de265_set_image_allocation_functions(planes->de265, &gray, NULL);
    bool is_damaged;
    const struct de265_image *image = decode_units(planes->de265, length_bytes, bytes, count, &is_damaged);
    if (!image || de265.de265_get_image_width(image, 0) < width || de265.de265_get_image_height(image, 0) < height)
        return postcard_status_damaged;
    enum de265_chroma chroma = de265.de265_get_chroma_format(image);
    planes->has_chroma = chroma != de265_chroma_mono;
    planes->is_halved_across = chroma == de265_chroma_420 || chroma == de265_chroma_422;
    planes->is_halved_down = chroma == de265_chroma_420;
    planes->luma_bits = de265.de265_get_bits_per_pixel(image, 0);
    planes->chroma_bits = de265.de265_get_bits_per_pixel(image, 1);
    // Conformance windows may have an odd number of samples.
    if (planes->has_chroma
        && (de265.de265_get_image_width(image, 1) < (planes->is_halved_across ? (width + 1) / 2 : width)
            || de265.de265_get_image_height(image, 1) < (planes->is_halved_down ? (height + 1) / 2 : height)))
        return postcard_status_damaged;
    for (int channel = 0; channel < 3; channel++) {
        int stride = 0;
        planes->samples[channel] = de265.de265_get_image_plane(image, channel, &stride);
        planes->strides[channel] = (size_t)stride;
    }
    planes->stated_matrix = de265.de265_get_image_matrix_coefficients(image);
    planes->has_stated_full_range = de265.de265_get_image_full_range_flag(image) != 0;
    planes->is_damaged = is_damaged;
    return postcard_status_ok;
}

/// Finds the matrix to RGB, from H.273 or the picture.
static bool find_matrix(postcard_planes *planes, int matrix, bool is_full_range) {
    if (matrix < 0) {
        matrix = planes->stated_matrix;
        is_full_range = planes->has_stated_full_range;
    }
    planes->is_rgb = matrix == identity_matrix && is_full_range && !planes->is_halved_across;
    return planes->is_rgb || !planes->has_chroma || ycbcr_matrix_of(matrix, is_full_range, &planes->matrix);
}

postcard_status postcard_planes_decode(
    postcard_codec codec, size_t length_bytes, const uint8_t *bytes, size_t count, int width, int height, int matrix,
    bool is_full_range, postcard_planes **result, bool *is_damaged) {
    *result = NULL;
    postcard_planes *planes = calloc(1, sizeof *planes);
    if (!planes) return postcard_status_out_of_memory;
    postcard_status status = postcard_status_unsupported;
    if (codec == postcard_codec_hevc) {
        status = decode_hevc(planes, length_bytes, bytes, count, width, height);
    } else if (open_av1(planes) && decode_av1(planes, bytes, count, width, height)) {
        status = postcard_status_ok;
    }
    if (status == postcard_status_ok && !find_matrix(planes, matrix, is_full_range)) status = postcard_status_unsupported;
    if (status == postcard_status_ok) {
        *result = planes;
        *is_damaged = planes->is_damaged;
    } else {
        postcard_planes_free(planes);
    }
    return status;
}

/// Returns samples as 8-bit levels.
static const uint8_t *narrowed(const uint8_t *samples, size_t x, int bits, uint8_t *levels, size_t count) {
    if (bits == 8) return samples + x;
    const uint16_t *wide = (const uint16_t *)(const void *)samples + x;
    for (size_t i = 0; i < count; i++) {
        unsigned level = (wide[i] + (1u << (bits - 9))) >> (bits - 8);
        levels[i] = (uint8_t)(level > 255 ? 255 : level);
    }
    return levels;
}

void postcard_planes_row(const postcard_planes *planes, size_t x, size_t y, uint32_t *row, size_t count) {
    size_t chroma_y = planes->is_halved_down ? y / 2 : y;
    const uint8_t *luma_row = planes->samples[0] + y * planes->strides[0];
    const uint8_t *cb_row = planes->samples[1] + chroma_y * planes->strides[1];
    const uint8_t *cr_row = planes->samples[2] + chroma_y * planes->strides[2];
    uint8_t levels[3][ycbcr_step];
    for (size_t end = x + count; x < end; x += ycbcr_step, row += ycbcr_step) {
        size_t part = end - x < ycbcr_step ? end - x : ycbcr_step;
        const uint8_t *luma = narrowed(luma_row, x, planes->luma_bits, levels[0], part);
        if (!planes->has_chroma) {
            for (size_t i = 0; i < part; i++) row[i] = luma[i] * 0x010101u;
            continue;
        }
        size_t first = planes->is_halved_across ? x / 2 : x, samples = planes->is_halved_across ? (part + 1) / 2 : part;
        const uint8_t *cb = narrowed(cb_row, first, planes->chroma_bits, levels[1], samples);
        const uint8_t *cr = narrowed(cr_row, first, planes->chroma_bits, levels[2], samples);
        if (planes->is_rgb) {
            for (size_t i = 0; i < part; i++) row[i] = (uint32_t)cr[i] << 16 | (uint32_t)luma[i] << 8 | cb[i];
        } else {
            ycbcr_row(&planes->matrix, luma, cb, cr, planes->is_halved_across, row, part);
        }
    }
}

void postcard_planes_prepare(void) {
    aom_is_ready();
    de265_is_ready();
}
