#ifndef POSTCARD_PLANES_H
#define POSTCARD_PLANES_H

#include "postcard_codecs.h"

/// A coded picture as its decoder outputs it, in planes of luma and chroma.
typedef struct postcard_planes postcard_planes;

typedef enum { postcard_codec_av1, postcard_codec_hevc } postcard_codec;

/// Opens libaom and libde265, before files can no longer be opened.
void postcard_planes_prepare(void);
/// Decodes a picture by libaom or libde265.
///
/// @param length_bytes of HEVC, the bytes of the length before each unit, parameter sets first.
/// @param matrix matrix coefficients of ITU-T H.273, or -1 for those of the picture, and for its range.
/// @param is_damaged true if a part of the result is missing, which is gray then.
/// @return `postcard_status_unsupported` for colors that no matrix makes RGB, and for AV1 that is damaged, has more than 8 bits or no
/// chroma; `postcard_status_damaged` for HEVC without a picture of `width` × `height` or more.
postcard_status postcard_planes_decode(
    postcard_codec codec, size_t length_bytes, const uint8_t *bytes, size_t count, int width, int height, int matrix,
    bool is_full_range, postcard_planes **result, bool *is_damaged);
void postcard_planes_free(postcard_planes *planes);
/// Writes pixels of a row, `0xRRGGBB`, from `x` on, which is even.
void postcard_planes_row(const postcard_planes *planes, size_t x, size_t y, uint32_t *row, size_t count);

#endif
