#include "postcard_webp.h"

#include <lazy_library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>

#define WEBP_FUNCTIONS(F)                                                                                        \
    F(WebPInitDecoderConfigInternal) F(WebPIDecode) F(WebPIUpdate) F(WebPIDecGetRGB) F(WebPIDelete)                \
    F(WebPConfigInitInternal) F(WebPPictureInitInternal) F(WebPPictureImportBGRA) F(WebPPictureImportBGRX)         \
    F(WebPEncode) F(WebPPictureFree) F(WebPMemoryWriterInit) F(WebPMemoryWrite)

POSTCARD_LIBRARY(webp, WEBP_FUNCTIONS, POSTCARD_NAMES("libwebp", "7"))

POSTCARD_TABLE(postcard_webp_demux, webp_demux, POSTCARD_WEBP_DEMUX, POSTCARD_NAMES("libwebpdemux", "2"))

POSTCARD_TABLE(postcard_webp_mux, webp_mux, POSTCARD_WEBP_MUX, POSTCARD_NAMES("libwebpmux", "3"))

const postcard_webp_demux *postcard_webp_demux_functions(void) {
    return webp_demux_is_ready() ? &webp_demux : NULL;
}

const postcard_webp_mux *postcard_webp_mux_functions(void) {
    return webp_mux_is_ready() ? &webp_mux : NULL;
}

postcard_status postcard_webp_decode(
    const uint8_t *bytes, size_t count, bool is_reduced, uint8_t *pixels, int width, int height, int *rows) {
    *rows = 0;
    WebPDecoderConfig config;
    if (!webp_is_ready() || !webp.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION))
        return postcard_status_missing_library;
    config.options.use_scaling = is_reduced;
    config.options.scaled_width = width;
    config.options.scaled_height = height;
    config.output.colorspace = MODE_BGRA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = width * 4;
    config.output.u.RGBA.size = (size_t)width * 4 * (size_t)height;
    WebPIDecoder *decoder = webp.WebPIDecode(NULL, 0, &config);
    if (!decoder) return postcard_status_out_of_memory;
    VP8StatusCode status = webp.WebPIUpdate(decoder, bytes, count);
    int last = 0;
    if (webp.WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL)) *rows = last;
    webp.WebPIDelete(decoder);
    switch (status) {
    case VP8_STATUS_OK: *rows = height; return postcard_status_ok;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return postcard_status_truncated;
    case VP8_STATUS_OUT_OF_MEMORY: return postcard_status_out_of_memory;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return postcard_status_unsupported;
    default: return postcard_status_damaged;
    }
}

static int report_progress(int percent, const WebPPicture *picture) {
    (void)percent;
    const postcard_continuation *continues = picture->user_data;
    return (*continues)(0, 1);
}

postcard_bytes postcard_webp_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, postcard_continuation continues,
    char message[200]) {
    postcard_bytes none = {NULL, 0};
    WebPConfig config;
    WebPPicture picture;
    snprintf(message, 200, "libwebp is not installed");
    if (!webp_is_ready()) return none;
    bool is_lossless = quality < 0;
    if (!webp.WebPConfigInitInternal(
            &config, WEBP_PRESET_DEFAULT, is_lossless ? 75 : (float)quality, WEBP_ENCODER_ABI_VERSION)
        || !webp.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION))
        return none;
    config.lossless = is_lossless;
    picture.use_argb = is_lossless;
    picture.width = width;
    picture.height = height;
    WebPMemoryWriter writer;
    webp.WebPMemoryWriterInit(&writer);
    picture.writer = webp.WebPMemoryWrite;
    picture.custom_ptr = &writer;
    picture.progress_hook = report_progress;
    picture.user_data = &continues;
    bool is_done = (has_alpha ? webp.WebPPictureImportBGRA : webp.WebPPictureImportBGRX)(&picture, pixels, width * 4)
        && webp.WebPEncode(&config, &picture);
    if (!is_done) snprintf(message, 200, "libwebp error %d", picture.error_code);
    webp.WebPPictureFree(&picture);
    if (is_done) return (postcard_bytes){writer.mem, writer.size};
    free(writer.mem);
    return none;
}
