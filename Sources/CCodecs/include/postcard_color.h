#ifndef POSTCARD_COLOR_H
#define POSTCARD_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    postcard_color_model_rgb,
    postcard_color_model_gray,
    postcard_color_model_cmyk,
    postcard_color_model_other,
} postcard_color_model;

typedef struct postcard_color_transform postcard_color_transform;

/// True if Little CMS is installed.
bool postcard_color_is_available(void);
/// Makes a transform from an ICC profile to sRGB, relative colorimetric, with black point compensation for inks. Returns NULL if the
/// profile can't be used.
///
/// The source pixels depend on the profile's model: B, G, R, any; one byte of gray; or C, M, Y, K with 255 for no ink. Results are B, G, R
/// and a fourth byte that is not changed.
postcard_color_transform *postcard_color_transform_create(
    const uint8_t *profile, size_t count, postcard_color_model *found);
/// Source and target may be the same memory if their pixels have the same size.
void postcard_color_transform_apply(
    const postcard_color_transform *transform, const void *source, void *target, size_t count);
void postcard_color_transform_destroy(postcard_color_transform *transform);

#endif
