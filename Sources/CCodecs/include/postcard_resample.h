#ifndef POSTCARD_RESAMPLE_H
#define POSTCARD_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

// Pixels are four 16-bit values with a fraction. Weights add up to 1. All rows except those of pixels have space for a multiple of 16
// values.
enum { postcard_fraction_bits = 6, postcard_weight_bits = 14 };

/// Writes the four bytes of each pixel as values, those of two neighbors side by side: the first bytes of both, then the second ones.
/// `wide` has space for a multiple of four pixels.
void postcard_row_spread(const uint32_t *row, size_t count, int16_t *wide);
/// Computes `count` pixels of two rows, whose values are side by side, from two rows of `postcard_row_spread` that are `row_values` apart.
/// Each pixel is computed from `taps` pixels, a multiple of four, starting at an even pixel.
void postcard_rows_narrow(
    const int16_t *wide, size_t row_values, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *narrow,
    size_t count);
/// Computes a row of `count` values from such pairs of rows. `shift` is the number of bits that sums lose: the weights' and, for levels,
/// their own.
void postcard_rows_mix(
    const int16_t *const *rows, const int16_t *weights, size_t pairs, int shift, int16_t *mixed, size_t count);
/// Does the same one pair at a time: adds each pair of rows to sums. `postcard_sums_round` converts them to values at the end.
void postcard_rows_add(const int16_t *rows, const int16_t *weights, int32_t *sums, size_t count);
void postcard_sums_round(const int32_t *sums, int shift, int16_t *values, size_t count);
/// Writes levels without a fraction as pixels. `mask` selects the bytes to keep.
void postcard_row_pack(const int16_t *levels, uint32_t mask, uint32_t *row, size_t count);

#endif
