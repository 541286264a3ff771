#include "postcard_color.h"

#include <lazy_library.h>
#include <lcms2.h>

#define LITTLE_CMS_FUNCTIONS(F)                                                                            \
    F(cmsCreateContext) F(cmsDeleteContext) F(cmsOpenProfileFromMemTHR) F(cmsCreate_sRGBProfileTHR)          \
    F(cmsCloseProfile)                                                                                      \
    F(cmsGetColorSpace) F(cmsCreateTransformTHR) F(cmsGetTransformContextID) F(cmsDeleteTransform) F(cmsDoTransform)

POSTCARD_LIBRARY(little_cms, LITTLE_CMS_FUNCTIONS, POSTCARD_NAMES("liblcms2", "2"))

bool postcard_color_is_available(void) {
    return little_cms_is_ready();
}

static postcard_color_model model(cmsHPROFILE profile) {
    switch (little_cms.cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return postcard_color_model_rgb;
    case cmsSigGrayData: return postcard_color_model_gray;
    case cmsSigCmykData: return postcard_color_model_cmyk;
    default: return postcard_color_model_other;
    }
}

static cmsUInt32Number pixel_type(postcard_color_model model) {
    switch (model) {
    case postcard_color_model_gray: return TYPE_GRAY_8;
    case postcard_color_model_cmyk: return TYPE_CMYK_8_REV;
    default: return TYPE_BGRA_8;
    }
}

postcard_color_transform *postcard_color_transform_create(
    const uint8_t *profile, size_t count, postcard_color_model *found) {
    *found = postcard_color_model_other;
    if (!little_cms_is_ready() || count > UINT32_MAX) return NULL;
    // A new context has only the silent error handler, regardless of the program's own handler.
    cmsContext context = little_cms.cmsCreateContext(NULL, NULL);
    if (!context) return NULL;
    cmsHPROFILE source = little_cms.cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)count);
    cmsHPROFILE target = little_cms.cmsCreate_sRGBProfileTHR(context);
    if (source) *found = model(source);
    cmsHTRANSFORM transform = NULL;
    if (target && *found != postcard_color_model_other)
        transform = little_cms.cmsCreateTransformTHR(
            context, source, pixel_type(*found), target, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC,
            cmsFLAGS_NOCACHE | (*found == postcard_color_model_cmyk ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0));
    if (target) little_cms.cmsCloseProfile(target);
    if (source) little_cms.cmsCloseProfile(source);
    if (!transform) little_cms.cmsDeleteContext(context);
    return transform;
}

void postcard_color_transform_apply(
    const postcard_color_transform *transform, const void *source, void *target, size_t count) {
    little_cms.cmsDoTransform((cmsHTRANSFORM)(uintptr_t)transform, source, target, (cmsUInt32Number)count);
}

void postcard_color_transform_destroy(postcard_color_transform *transform) {
    cmsContext context = little_cms.cmsGetTransformContextID(transform);
    little_cms.cmsDeleteTransform(transform);
    little_cms.cmsDeleteContext(context);
}
