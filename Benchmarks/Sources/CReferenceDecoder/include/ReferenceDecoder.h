#ifndef REFERENCE_DECODER_H
#define REFERENCE_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a JPEG file at `eighths`/8 of its size with libjpeg-turbo and nothing else; the pixels are thrown away. libjpeg ends
/// the process when the file is damaged.
bool reference_jpeg_decode(const uint8_t *bytes, size_t count, int eighths);

#endif
