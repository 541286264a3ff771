#ifndef C_JPEG_COEFFICIENTS_H
#define C_JPEG_COEFFICIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The coefficients of one component as libjpeg reads them: blocks in raster order, each of 64 numbers in raster order.
typedef struct {
    int16_t *values;
    int blocks_per_row;
    int block_rows;
    uint16_t quantization[64];
} jpeg_coefficients;

/// Reads the coefficients of a file's component. There are no values if libjpeg fails, or warns and warnings are not ignored. The caller
/// frees them.
jpeg_coefficients jpeg_coefficients_read(const uint8_t *bytes, size_t count, int component, bool ignores_warnings);

#endif
