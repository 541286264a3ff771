/// The few C lines that Swift cannot write: libjpeg and libpng report fatal errors by `longjmp`, which must not cross
/// Swift frames, and libgd reports through a `va_list` callback. Nothing here knows about pictures beyond that.
#ifndef POSTCARD_SHIMS_H
#define POSTCARD_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Silences libgd, which prints to standard error by default. Call once before any other libgd call.
void postcard_gd_silence(void);

/// Bytes made by an encoder; release them with `postcard_bytes_free`.
typedef struct {
    uint8_t *data;
    size_t count;
} postcard_bytes;

void postcard_bytes_free(postcard_bytes bytes);

// MARK: JPEG

typedef struct postcard_jpeg_decoder postcard_jpeg_decoder;

typedef enum {
    /// Four bytes a pixel, libgd's order on little-endian machines; the fourth byte is undefined.
    postcard_jpeg_output_bgrx,
    /// Four bytes a pixel: cyan, magenta, yellow, black as stored, which Adobe's files invert.
    postcard_jpeg_output_cmyk,
} postcard_jpeg_output;

typedef struct {
    int width, height, components;
    bool is_cmyk, is_progressive, has_adobe_marker;
} postcard_jpeg_info;

/// Reads the header. Returns NULL only when memory is short; otherwise check `postcard_jpeg_decoder_error`.
/// `bytes` must outlive the decoder.
postcard_jpeg_decoder *postcard_jpeg_decoder_create(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, postcard_jpeg_info *info);
/// Starts decoding at `eighths`/8 of the full size; gives the size of the result.
bool postcard_jpeg_decoder_start(
    postcard_jpeg_decoder *decoder, int eighths, postcard_jpeg_output output, int *width, int *height);
bool postcard_jpeg_decoder_read(postcard_jpeg_decoder *decoder, uint8_t *row);
/// The fatal error, or NULL.
const char *postcard_jpeg_decoder_error(const postcard_jpeg_decoder *decoder);
/// The first complaint about damaged data, or NULL.
const char *postcard_jpeg_decoder_warning(const postcard_jpeg_decoder *decoder);
/// Whether the fatal error was lack of memory or more scans than allowed.
bool postcard_jpeg_decoder_hit_limit(const postcard_jpeg_decoder *decoder);
void postcard_jpeg_decoder_destroy(postcard_jpeg_decoder *decoder);

typedef struct {
    /// 1 to 100.
    int quality;
    bool progressive;
    /// 4:4:4 when true, 4:2:0 otherwise.
    bool full_chroma;
} postcard_jpeg_options;

typedef struct {
    int marker;
    const uint8_t *data;
    size_t count;
} postcard_jpeg_segment;

/// Encodes libgd rows (0xAARRGGBB on little-endian machines, alpha ignored). On failure `data` is NULL and `message`
/// says why.
postcard_bytes postcard_jpeg_encode(
    const int *const *rows, int width, int height, postcard_jpeg_options options,
    const postcard_jpeg_segment *segments, size_t segment_count, char message[200]);

// MARK: PNG

typedef struct postcard_png_decoder postcard_png_decoder;

/// Reads up to the first image data. Returns NULL only when memory is short. `bytes` must outlive the decoder.
postcard_png_decoder *postcard_png_decoder_create(const uint8_t *bytes, size_t count);
bool postcard_png_decoder_start(postcard_png_decoder *decoder);
/// Number of passes over the rows: 7 for interlaced pictures, else 1.
int postcard_png_decoder_passes(const postcard_png_decoder *decoder);
/// Reads one row as B, G, R, A bytes with alpha 255 for opaque. In later passes the row must hold what the pass before
/// left there.
bool postcard_png_decoder_read(postcard_png_decoder *decoder, uint8_t *row);
/// Reads what follows the picture, so that damage there is found.
bool postcard_png_decoder_finish(postcard_png_decoder *decoder);
const char *postcard_png_decoder_error(const postcard_png_decoder *decoder);
bool postcard_png_decoder_reached_end(const postcard_png_decoder *decoder);
void postcard_png_decoder_destroy(postcard_png_decoder *decoder);

typedef struct {
    const char *type;
    const uint8_t *data;
    size_t count;
} postcard_png_chunk;

/// Encodes rows of B, G, R, A bytes (alpha ignored unless `has_alpha`), asked for one at a time from top to bottom.
postcard_bytes postcard_png_encode(
    int width, int height, bool has_alpha, int compression_level, const postcard_png_chunk *chunks, size_t chunk_count,
    void (*fill_row)(void *context, int y, uint8_t *row), void *context, char message[200]);

#endif
