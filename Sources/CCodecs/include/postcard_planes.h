#ifndef POSTCARD_PLANES_H
#define POSTCARD_PLANES_H

#include "postcard_codecs.h"

/// A coded picture in planes of luma and chroma, as its decoder returns it.
typedef struct postcard_planes postcard_planes;

typedef enum { postcard_codec_av1, postcard_codec_hevc } postcard_codec;

/// Opens libaom and libde265. Call it before the process loses the permission to open files.
void postcard_planes_prepare(void);
/// Decodes a picture with libaom or libde265.
///
/// @param length_bytes the number of bytes in the length before each unit of HEVC; parameter sets come first.
/// @param matrix the matrix coefficients of ITU-T H.273, or -1 for the matrix and range of the picture.
/// @param is_damaged true if a part of the result is missing; it is gray.
/// @return `postcard_status_unsupported` for colors without a matrix to RGB, and for AV1 that is damaged, has more than 8 bits or has no
/// chroma; `postcard_status_damaged` for HEVC without a picture of at least `width` × `height`.
postcard_status postcard_planes_decode(
    postcard_codec codec, size_t length_bytes, const uint8_t *bytes, size_t count, int width, int height, int matrix,
    bool is_full_range, postcard_planes **result, bool *is_damaged);
void postcard_planes_free(postcard_planes *planes);
/// Writes pixels of a row, `0xRRGGBB`, starting at `x`, which must be even.
void postcard_planes_row(const postcard_planes *planes, size_t x, size_t y, uint32_t *row, size_t count);

#endif
