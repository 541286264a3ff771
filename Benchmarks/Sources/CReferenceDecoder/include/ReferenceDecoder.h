#ifndef REFERENCE_DECODER_H
#define REFERENCE_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a JPEG file at `eighths`/8 of its size with libjpeg-turbo alone, and discards the pixels. If the file is damaged, libjpeg
/// ends the process.
bool reference_jpeg_decode(const uint8_t *bytes, size_t count, int eighths);

#endif
