#ifndef CQR_H
#define CQR_H

#include <stddef.h>
#include <stdint.h>

/// Makes the smallest QR code with the lowest error correction that fits a text: `width` × `width` modules in rows, 1 for dark ones,
/// without the margin. Returns `width`, or -1 if libqrencode is not installed, the text is too long, or `capacity` is too small.
int postcard_qr_encode(const char *text, uint8_t *modules, size_t capacity);

#endif
