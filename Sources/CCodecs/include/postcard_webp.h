#ifndef POSTCARD_WEBP_H
#define POSTCARD_WEBP_H

#include "postcard_codecs.h"

#include <webp/demux.h>
#include <webp/mux.h>

#define POSTCARD_WEBP_DEMUX(F)                                                                                       \
    F(WebPDemuxInternal) F(WebPDemuxDelete) F(WebPDemuxGetI) F(WebPDemuxGetFrame) F(WebPDemuxReleaseIterator)          \
    F(WebPDemuxGetChunk) F(WebPDemuxReleaseChunkIterator)
#define POSTCARD_WEBP_MUX(F)                                                                                         \
    F(WebPNewInternal) F(WebPMuxCreateInternal) F(WebPMuxDelete) F(WebPMuxSetChunk) F(WebPMuxPushFrame)                \
    F(WebPMuxSetAnimationParams) F(WebPMuxSetCanvasSize) F(WebPMuxAssemble)
#define POSTCARD_WEBP_POINTER(function) __typeof__(function) *function;

typedef struct {
    POSTCARD_WEBP_DEMUX(POSTCARD_WEBP_POINTER)
} postcard_webp_demux;

typedef struct {
    POSTCARD_WEBP_MUX(POSTCARD_WEBP_POINTER)
} postcard_webp_mux;

/// Returns the functions of libwebpdemux, or NULL if it is not installed.
const postcard_webp_demux *postcard_webp_demux_functions(void);
/// Returns the functions of libwebpmux, or NULL if it is not installed.
const postcard_webp_mux *postcard_webp_mux_functions(void);
/// Decodes a still image, a file or a frame of one, into adjacent rows of B, G, R, A bytes. It has its own size or, if `is_reduced` is
/// true, a smaller one. If the data ends early, `rows` is the number of decoded rows.
postcard_status postcard_webp_decode(
    const uint8_t *bytes, size_t count, bool is_reduced, uint8_t *pixels, int width, int height, int *rows);
/// Encodes adjacent rows of B, G, R, A bytes. `quality` is 0 to 100, or -1 for lossless.
postcard_bytes postcard_webp_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, postcard_continuation continues,
    char message[200]);

#endif
