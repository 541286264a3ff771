#ifndef POSTCARD_PNG_H
#define POSTCARD_PNG_H

#include "postcard_codecs.h"

typedef struct postcard_png_decoder postcard_png_decoder;

typedef struct {
    /// Unless it is 0, the chunk at `cut_offset` is read as one of `cut_length` bytes. libpng reads 8 KiB at a time, and would otherwise
    /// drop the last part of a truncated file.
    size_t cut_offset;
    uint32_t cut_length;
    /// True to continue after chunks with a wrong checksum.
    bool allows_wrong_checksums;
    /// True to leave the gamma in the file to the caller.
    bool ignores_gamma;
} postcard_png_options;

/// Information about a file, and the damage found in it so far.
typedef struct {
    bool is_gray;
    /// The number of passes over the rows: 7 for interlaced pictures, otherwise 1.
    int passes;
    /// The embedded ICC profile, inflated, or NULL; valid as long as the decoder.
    const uint8_t *profile;
    size_t profile_count;
    /// The fatal error, or NULL.
    const char *error;
    bool reached_end, has_wrong_checksum;
    /// True if the error found by `postcard_png_decoder_finish` is after a complete picture with correct checksums.
    bool is_whole;
} postcard_png_report;

/// Reads up to the first image data. Returns NULL only if memory runs out. `bytes` must outlive the decoder, which owns the report.
postcard_png_decoder *postcard_png_decoder_create(
    const uint8_t *bytes, size_t count, postcard_png_options options, const postcard_png_report **report);
/// Reads one row as B, G, R, A bytes, where alpha 255 is opaque. In later passes, the row must contain the result of the previous pass.
bool postcard_png_decoder_read(postcard_png_decoder *decoder, uint8_t *row);
/// Reads the rest of the file after the picture, to find damage there.
bool postcard_png_decoder_finish(postcard_png_decoder *decoder);
void postcard_png_decoder_destroy(postcard_png_decoder *decoder);

/// Encodes rows of B, G, R, A bytes (alpha is ignored unless `has_alpha` is true). `fill_row` is called for each row from top to bottom;
/// encoding stops if it returns false. `exif` is the content of a chunk, or NULL.
postcard_bytes postcard_png_encode(
    int width, int height, bool has_alpha, int compression_level, const uint8_t *exif, size_t exif_count,
    bool (*fill_row)(void *context, int y, uint8_t *row), void *context, char message[200]);

#endif
