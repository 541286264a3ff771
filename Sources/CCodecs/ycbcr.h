#ifndef POSTCARD_YCBCR_H
#define POSTCARD_YCBCR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Factors from luma and chroma levels to red, green and blue, in units of 1/2^13 or, for luma, 1/2^14.
typedef struct {
    int16_t black, luma, red_cr, green_cb, green_cr, blue_cb;
} ycbcr_matrix;

/// Finds the factors for matrix coefficients of ITU-T H.273, table 4. Returns false for those that are not YCbCr with constant factors.
bool ycbcr_matrix_of(int coefficients, bool is_full_range, ycbcr_matrix *matrix);

/// The number of pixels that are converted together, an even number.
enum { ycbcr_step = 64 };

/// Converts at most `ycbcr_step` levels of 8 bits to `0xRRGGBB`. Each chroma sample is used for one pixel, or for two if `is_halved` is
/// true.
void ycbcr_row(
    const ycbcr_matrix *matrix, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, bool is_halved, uint32_t *row,
    size_t count);

#endif
