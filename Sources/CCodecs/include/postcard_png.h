#ifndef POSTCARD_PNG_H
#define POSTCARD_PNG_H

#include "postcard_codecs.h"

typedef struct postcard_png_decoder postcard_png_decoder;

typedef struct {
    /// The chunk at `cut_offset`, unless that is 0, is read as one of `cut_length` bytes: libpng reads 8 KiB at a time, and would drop
    /// the last part of a truncated file.
    size_t cut_offset;
    uint32_t cut_length;
    /// Continues after chunks whose checksum is wrong.
    bool allows_wrong_checksums;
    /// Leaves the gamma that the file states to the caller.
    bool ignores_gamma;
} postcard_png_options;

/// The facts of a file, and the damage found in it so far.
typedef struct {
    bool is_gray;
    /// Number of passes over the rows: 7 for interlaced pictures, else 1.
    int passes;
    /// The embedded ICC profile, inflated, or NULL; valid as long as the decoder.
    const uint8_t *profile;
    size_t profile_count;
    /// The fatal error, or NULL.
    const char *error;
    bool reached_end, has_wrong_checksum;
    /// True if the error that `postcard_png_decoder_finish` found is after a compressed picture with correct checksums.
    bool is_whole;
} postcard_png_report;

/// Reads up to the first image data. Returns NULL only if memory is short. `bytes` must outlive the decoder, which owns the report.
postcard_png_decoder *postcard_png_decoder_create(
    const uint8_t *bytes, size_t count, postcard_png_options options, const postcard_png_report **report);
/// Reads one row as B, G, R, A bytes with alpha 255 for opaque. In later passes, the row must contain the result of the previous pass.
bool postcard_png_decoder_read(postcard_png_decoder *decoder, uint8_t *row);
/// Reads the rest of the file after the picture, so that damage there is found.
bool postcard_png_decoder_finish(postcard_png_decoder *decoder);
void postcard_png_decoder_destroy(postcard_png_decoder *decoder);

/// Encodes rows of B, G, R, A bytes (alpha ignored unless `has_alpha`). `fill_row` is called for one row at a time from top to bottom; the
/// work ends if it returns false. `exif` is the content of a chunk, or NULL.
postcard_bytes postcard_png_encode(
    int width, int height, bool has_alpha, int compression_level, const uint8_t *exif, size_t exif_count,
    bool (*fill_row)(void *context, int y, uint8_t *row), void *context, char message[200]);

#endif
