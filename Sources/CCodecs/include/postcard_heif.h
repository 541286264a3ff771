#ifndef POSTCARD_HEIF_H
#define POSTCARD_HEIF_H

#include "postcard_codecs.h"

typedef struct postcard_heif postcard_heif;

/// Opens libheif and its plugins. Call it before the process loses the permission to open files.
void postcard_heif_prepare(void);
/// Decodes into rows of R, G, B bytes that are `stride` bytes apart and valid as long as the result. A picture smaller than the given size
/// is damaged. Composed pictures are not supported. AV1 is decoded by libaom only.
postcard_status postcard_heif_decode(
    const uint8_t *bytes, size_t count, int width, int height, postcard_heif **result, const uint8_t **pixels,
    size_t *stride, char message[200]);
void postcard_heif_free(postcard_heif *heif);
/// Encodes rows of R, G, B, A bytes as AVIF. `quality` is 0 to 100.
postcard_bytes postcard_avif_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, const uint8_t *exif, size_t exif_count,
    const uint8_t *xmp, size_t xmp_count, char message[200]);

#endif
