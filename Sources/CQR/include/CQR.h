#ifndef CQR_H
#define CQR_H

#include <stddef.h>
#include <stdint.h>

/// Makes the smallest QR code of the lowest error correction that holds a text: `width` × `width` modules in rows, 1 for dark ones,
/// without the margin. Returns `width`, or -1 if libqrencode is not installed, or the text or `capacity` does not fit.
int postcard_qr_encode(const char *text, uint8_t *modules, size_t capacity);

#endif
