#ifndef POSTCARD_JXL_H
#define POSTCARD_JXL_H

#include "postcard_codecs.h"

typedef struct {
    /// The size after libjxl has applied the orientation.
    int width, height;
    bool is_gray, has_alpha, is_premultiplied;
    /// True if black ink is in a separate channel.
    bool is_cmyk;
    /// True if the file has several frames.
    bool is_animated;
} postcard_jxl_info;

/// True if libjxl is installed.
bool postcard_jxl_is_available(void);
postcard_status postcard_jxl_open(const uint8_t *bytes, size_t count, postcard_jxl_info *info);
/// Reads the first EXIF and XMP boxes, also compressed ones, of at most `max_bytes` each. `data` is NULL for a box that is missing, broken,
/// or longer; the caller frees it.
void postcard_jxl_metadata(
    const uint8_t *bytes, size_t count, size_t max_bytes, postcard_bytes *exif, postcard_bytes *xmp);
/// Decodes the first frame into adjacent rows of R, G, B, A bytes, `pixel_bytes` in all, with at most `max_bytes` of memory. `icc` is the
/// profile of the pixels; its `data` is NULL if there is none.
postcard_status postcard_jxl_decode(
    const uint8_t *bytes, size_t count, size_t max_bytes, uint8_t *pixels, size_t pixel_bytes, postcard_bytes *icc);

#endif
