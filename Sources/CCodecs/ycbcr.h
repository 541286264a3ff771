#ifndef POSTCARD_YCBCR_H
#define POSTCARD_YCBCR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Factors from luma and chroma levels to red, green and blue, in parts of 2^13 or, for luma, 2^14.
typedef struct {
    int16_t black, luma, red_cr, green_cb, green_cr, blue_cb;
} ycbcr_matrix;

/// The factors of the matrix coefficients of ITU-T H.273, table 4; false for those that are no YCbCr of constant factors.
bool ycbcr_matrix_of(int coefficients, bool is_full_range, ycbcr_matrix *matrix);

/// The number of pixels that are converted together, which is even.
enum { ycbcr_step = 64 };

/// At most `ycbcr_step` levels of 8 bits as `0xRRGGBB`. Chroma samples are taken as they are for as many pixels as they stand for: one, or two where
/// `is_halved`.
void ycbcr_row(
    const ycbcr_matrix *matrix, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, bool is_halved, uint32_t *row,
    size_t count);

#endif
