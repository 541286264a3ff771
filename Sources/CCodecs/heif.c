#include "postcard_heif.h"
#include "growing_bytes.h"

#include <lazy_library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

#define HEIF_FUNCTIONS(F) \
    F(heif_context_alloc) F(heif_context_free) F(heif_context_read_from_memory_without_copy) \
    F(heif_context_set_maximum_image_size_limit) F(heif_context_get_primary_image_handle) \
    F(heif_image_handle_release) F(heif_decode_image) F(heif_decoding_options_alloc) \
    F(heif_decoding_options_free) F(heif_image_get_plane_readonly) F(heif_image_get_primary_width) \
    F(heif_image_get_primary_height) F(heif_image_release) F(heif_image_create) F(heif_image_add_plane) \
    F(heif_image_get_plane) F(heif_context_get_encoder_for_format) F(heif_encoder_set_lossy_quality) \
    F(heif_encoder_set_parameter_integer) F(heif_encoder_release) F(heif_context_encode_image) \
    F(heif_context_add_exif_metadata) F(heif_context_add_XMP_metadata) F(heif_context_write) \
    F(heif_get_decoder_descriptors) \
    F(heif_decoder_descriptor_get_id_name) F(heif_get_version_number)

POSTCARD_LIBRARY(heif, HEIF_FUNCTIONS, POSTCARD_NAMES("libheif", "1"))

struct postcard_heif {
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
};

static postcard_status status_of(struct heif_error error, char message[200]) {
    snprintf(message, 200, "%s", error.message ? error.message : "unknown error");
    // Some of libheif's messages end with a line break.
    size_t end = strlen(message);
    while (end > 0 && message[end - 1] == '\n') message[--end] = 0;
    // libheif reports failed allocations of libaom with the code for damaged files.
    if (error.code && error.message && strstr(error.message, "Memory allocation error"))
        return postcard_status_out_of_memory;
    // It does the same for features that libaom does not support.
    if (error.code && error.message && strstr(error.message, "not supported by this decoder"))
        return postcard_status_unsupported;
    switch (error.code) {
    case heif_error_Ok: return postcard_status_ok;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
    case heif_error_Plugin_loading_error: return postcard_status_unsupported;
    case heif_error_Memory_allocation_error:
        return error.subcode == heif_suberror_Security_limit_exceeded ? postcard_status_too_large
                                                                       : postcard_status_out_of_memory;
    default: return error.subcode == heif_suberror_End_of_data ? postcard_status_truncated : postcard_status_damaged;
    }
}

/// libheif's name for libaom. Its first choice is dav1d, which prints messages about damaged files and decodes much damage without an
/// error.
static const char av1_decoder[] = "aom";

static bool has_av1_decoder(void) {
    const struct heif_decoder_descriptor *decoders[16];
    int count = heif.heif_get_decoder_descriptors(heif_compression_AV1, decoders, 16);
    for (int i = 0; i < count && i < 16; i++) {
        const char *name = heif.heif_decoder_descriptor_get_id_name(decoders[i]);
        if (name && strcmp(name, av1_decoder) == 0) return true;
    }
    return false;
}

static const struct heif_error short_of_memory = {
    heif_error_Memory_allocation_error, heif_suberror_Unspecified, "not enough memory"};
/// Larger limits have no effect: libheif's own sizes have 32 bits.
static const int max_side = 46000;

static struct heif_error decode(postcard_heif *file, const uint8_t *bytes, size_t count) {
    heif.heif_context_set_maximum_image_size_limit(file->context, max_side);
    struct heif_error error = heif.heif_context_read_from_memory_without_copy(file->context, bytes, count, NULL);
    if (!error.code) error = heif.heif_context_get_primary_image_handle(file->context, &file->handle);
    if (error.code) return error;
    if (!has_av1_decoder())
        return (struct heif_error){
            heif_error_Unsupported_feature, heif_suberror_Unspecified, "libheif lacks libaom, its plugin aomdec"};
    // Before 1.19, this limit applies only to composed pictures, none of which is to be decoded here.
    if (heif.heif_get_version_number() < 0x01130000) heif.heif_context_set_maximum_image_size_limit(file->context, 1);
    struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
    if (!options) return short_of_memory;
    options->convert_hdr_to_8bit = 1;
    if (options->version >= 4) options->decoder_id = av1_decoder;
    error = heif.heif_decode_image(
        file->handle, &file->image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, options);
    heif.heif_decoding_options_free(options);
    return error;
}

void postcard_heif_free(postcard_heif *file) {
    if (file->image) heif.heif_image_release(file->image);
    if (file->handle) heif.heif_image_handle_release(file->handle);
    heif.heif_context_free(file->context);
    free(file);
}

postcard_status postcard_heif_decode(
    const uint8_t *bytes, size_t count, int width, int height, postcard_heif **result, const uint8_t **pixels,
    size_t *stride, char message[200]) {
    message[0] = 0;
    if (!heif_is_ready()) return postcard_status_missing_library;
    postcard_heif *file = calloc(1, sizeof *file);
    if (file) file->context = heif.heif_context_alloc();
    if (!file || !file->context) {
        free(file);
        return postcard_status_out_of_memory;
    }
    postcard_status status = status_of(decode(file, bytes, count), message);
    if (status == postcard_status_ok) {
        int row_bytes = 0;
        *pixels = heif.heif_image_get_plane_readonly(file->image, heif_channel_interleaved, &row_bytes);
        *stride = (size_t)row_bytes;
        bool is_as_large = heif.heif_image_get_primary_width(file->image) >= width
            && heif.heif_image_get_primary_height(file->image) >= height;
        if (*pixels && is_as_large) {
            *result = file;
            return postcard_status_ok;
        }
        snprintf(message, 200, "the picture is smaller than the file states");
        status = postcard_status_damaged;
    }
    postcard_heif_free(file);
    return status;
}

static struct heif_error append(struct heif_context *context, const void *data, size_t count, void *target) {
    (void)context;
    if (!growing_bytes_append(target, data, count)) return short_of_memory;
    return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, "ok"};
}

static struct heif_error make_image(
    const uint8_t *pixels, int width, int height, bool has_alpha, struct heif_image **image) {
    struct heif_error error = heif.heif_image_create(
        width, height, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, image);
    if (!error.code) error = heif.heif_image_add_plane(*image, heif_channel_interleaved, width, height, 8);
    if (error.code) return error;
    int stride = 0;
    uint8_t *rows = heif.heif_image_get_plane(*image, heif_channel_interleaved, &stride);
    int channels = has_alpha ? 4 : 3;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(
                rows + (size_t)y * (size_t)stride + (size_t)x * (size_t)channels,
                pixels + ((size_t)y * (size_t)width + (size_t)x) * 4, (size_t)channels);
    return error;
}

/// The second fastest of nine: AV1's slower settings cost seconds a picture for a few percent.
static const int avif_speed = 8;

postcard_bytes postcard_avif_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, const uint8_t *exif, size_t exif_count,
    const uint8_t *xmp, size_t xmp_count, char message[200]) {
    postcard_bytes none = {NULL, 0};
    snprintf(message, 200, "libheif is not installed");
    if (!heif_is_ready()) return none;
    struct heif_context *context = heif.heif_context_alloc();
    struct heif_encoder *encoder = NULL;
    struct heif_image *image = NULL;
    struct heif_image_handle *handle = NULL;
    growing_bytes output = {{NULL, 0}, 0};
    struct heif_error error = short_of_memory;
    if (context) error = heif.heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder);
    if (!error.code) error = heif.heif_encoder_set_lossy_quality(encoder, quality);
    if (!error.code) {
        // Encoders without these settings do not need them. One thread gives the same bytes on every machine.
        heif.heif_encoder_set_parameter_integer(encoder, "speed", avif_speed);
        heif.heif_encoder_set_parameter_integer(encoder, "threads", 1);
        error = make_image(pixels, width, height, has_alpha, &image);
    }
    if (!error.code) error = heif.heif_context_encode_image(context, image, encoder, NULL, &handle);
    if (!error.code && exif_count) error = heif.heif_context_add_exif_metadata(context, handle, exif, (int)exif_count);
    if (!error.code && xmp_count) error = heif.heif_context_add_XMP_metadata(context, handle, xmp, (int)xmp_count);
    struct heif_writer writer = {.writer_api_version = 1, .write = append};
    if (!error.code) error = heif.heif_context_write(context, &writer, &output);
    if (error.code) snprintf(message, 200, "%s", error.message ? error.message : "unknown error");
    if (handle) heif.heif_image_handle_release(handle);
    if (image) heif.heif_image_release(image);
    if (encoder) heif.heif_encoder_release(encoder);
    if (context) heif.heif_context_free(context);
    if (!error.code) return output.bytes;
    free(output.bytes.data);
    return none;
}

void postcard_heif_prepare(void) {
    // libheif opens its plugins with its first context.
    if (heif_is_ready()) heif.heif_context_free(heif.heif_context_alloc());
}
