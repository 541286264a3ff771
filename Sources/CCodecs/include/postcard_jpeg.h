#ifndef POSTCARD_JPEG_H
#define POSTCARD_JPEG_H

#include "postcard_codecs.h"

typedef struct postcard_jpeg_decoder postcard_jpeg_decoder;

/// Information about a file, and the damage found in it so far.
typedef struct {
    /// The size of the picture, and after decoding that of the result.
    int width, height;
    bool is_cmyk;
    /// The fatal error, or NULL.
    const char *error;
    /// True if the error was lack of memory, or more scans than allowed.
    bool hit_limit;
    /// The first warning about damaged data, or NULL.
    const char *warning;
} postcard_jpeg_report;

/// Reads the header. Returns NULL only if memory runs out. `bytes` must outlive the decoder, which owns the report.
postcard_jpeg_decoder *postcard_jpeg_decoder_create(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, const postcard_jpeg_report **report);
/// Starts decoding at `eighths`/8 of the full size, to four bytes a pixel: libgd's order on little-endian machines, where the fourth byte
/// is undefined; or cyan, magenta, yellow, black as stored, where 255 means no ink.
bool postcard_jpeg_decoder_start(postcard_jpeg_decoder *decoder, int eighths);
bool postcard_jpeg_decoder_read(postcard_jpeg_decoder *decoder, uint8_t *row);
/// Reads the rest of the file after the last row. Returns the number of coded bytes that no pixel needed.
int postcard_jpeg_decoder_finish(postcard_jpeg_decoder *decoder);
void postcard_jpeg_decoder_destroy(postcard_jpeg_decoder *decoder);

typedef struct {
    /// The quality, 1 to 100.
    int quality;
    bool progressive;
    /// 4:4:4 if true, 4:2:0 otherwise.
    bool full_chroma;
    /// For each of 1 or 3 components, its horizontal and vertical sampling factors, and 64 quantization steps row by row, which replace
    /// quality and chroma; or NULL.
    const unsigned *components;
    int component_count;
} postcard_jpeg_options;

/// Encodes libgd rows (0xAARRGGBB on little-endian machines, alpha ignored). `exif` is the content of a segment, or NULL. On failure,
/// `data` is NULL and `message` contains the reason.
postcard_bytes postcard_jpeg_encode(
    const int *const *rows, int width, int height, postcard_jpeg_options options,
    const uint8_t *exif, size_t exif_count, postcard_continuation continues, char message[200]);

#endif
