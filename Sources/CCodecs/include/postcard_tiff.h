#ifndef POSTCARD_TIFF_H
#define POSTCARD_TIFF_H

#include "postcard_codecs.h"

typedef struct postcard_tiff postcard_tiff;

typedef struct {
    /// The number of samples in each pixel if they are read as stored. The first are `colors`: 1 (gray or index), 3 (R, G, B) or 4 (C, M,
    /// Y, K, where 0 means no ink). 0 if rows are converted to R, G, B, A bytes.
    int samples, colors;
    /// The number of bits in each sample: 8, 16, 24, 32 and 64 in the machine's byte order, others packed from the highest bit.
    int bits;
    bool is_signed, is_float;
    /// True if each sample has a separate row.
    bool is_planar;
    /// True if gray 0 is white.
    bool is_inverted;
    bool has_alpha, is_premultiplied;
    /// 16-bit red, green and blue by index; NULL without a palette. They are valid as long as the file.
    const uint16_t *palette[3];
    /// The number of rows that are read at once, and their bytes.
    int band_rows;
    size_t band_bytes;
} postcard_tiff_info;

/// Opens libtiff. Call it before the process loses the permission to open files.
void postcard_tiff_prepare(void);
/// Opens the first picture. `bytes` must outlive the result. The size is as stated in the file, and all samples together have at most
/// `max_sample_bytes`. If `recovers` is true, rows after damaged ones can be read.
postcard_status postcard_tiff_open(
    const uint8_t *bytes, size_t count, size_t directory, int width, int height, size_t max_sample_bytes, bool recovers,
    postcard_tiff **result, postcard_tiff_info *info, char message[200]);
/// Reads the next rows, adjacent, in the stored order and orientation: `band_rows`, or fewer at the end.
postcard_status postcard_tiff_read(postcard_tiff *file, uint8_t *band, int first_row, int rows, char message[200]);
void postcard_tiff_close(postcard_tiff *file);

#endif
