#ifndef CTEXT_H
#define CTEXT_H

#include <fontconfig/fontconfig.h>
#include <fribidi/fribidi.h>
#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>
#include <stdbool.h>

// Declared as in GLib's glib/gunicode.h, whose folder is not in the compiler's search path.
int g_unichar_break_type(uint32_t scalar);
int g_unichar_iswide(uint32_t scalar);

#define POSTCARD_HARFBUZZ_FUNCTIONS(F)                                                                                 \
    F(hb_blob_create) F(hb_blob_create_from_file_or_fail) F(hb_blob_destroy) F(hb_blob_get_data) F(hb_blob_get_length) \
    F(hb_buffer_add_codepoints) F(hb_buffer_allocation_successful) F(hb_buffer_clear_contents) F(hb_buffer_create)     \
    F(hb_buffer_destroy) F(hb_buffer_get_glyph_infos) F(hb_buffer_get_glyph_positions)                                 \
    F(hb_buffer_guess_segment_properties) F(hb_buffer_set_cluster_level) F(hb_buffer_set_direction)                    \
    F(hb_buffer_set_language) F(hb_buffer_set_script) F(hb_face_create) F(hb_face_destroy) F(hb_face_get_glyph_count)  \
    F(hb_face_get_upem) F(hb_face_make_immutable) F(hb_face_reference_blob) F(hb_font_create) F(hb_font_destroy)       \
    F(hb_font_get_extents_for_direction) F(hb_font_get_glyph_extents) F(hb_font_get_glyph_h_advance)                   \
    F(hb_font_get_nominal_glyph) F(hb_font_make_immutable) F(hb_font_set_scale) F(hb_font_set_var_named_instance)      \
    F(hb_language_from_string) F(hb_ot_color_has_layers) F(hb_ot_color_has_png) F(hb_ot_font_set_funcs)                \
    F(hb_ot_metrics_get_position) F(hb_shape) F(hb_unicode_combining_class) F(hb_unicode_decompose)                    \
    F(hb_unicode_funcs_get_default) F(hb_unicode_script)
#define POSTCARD_FRIBIDI_FUNCTIONS(F)                                                                                  \
    F(fribidi_get_bidi_types) F(fribidi_get_bracket_types) F(fribidi_get_par_direction)                                \
    F(fribidi_get_par_embedding_levels_ex)
#define POSTCARD_GLIB_FUNCTIONS(F) F(g_unichar_break_type) F(g_unichar_iswide)
#define POSTCARD_FONTCONFIG_FUNCTIONS(F)                                                                               \
    F(FcCharSetHasChar) F(FcConfigDestroy) F(FcConfigGetFonts) F(FcInitLoadConfigAndFonts) F(FcPatternGetBool)         \
    F(FcPatternGetCharSet) F(FcPatternGetInteger) F(FcPatternGetString)
#define POSTCARD_TEXT_POINTER(function) __typeof__(function) *_Nonnull function;

/// The functions of HarfBuzz, FriBidi and GLib for text layout.
typedef struct {
    POSTCARD_HARFBUZZ_FUNCTIONS(POSTCARD_TEXT_POINTER)
    POSTCARD_FRIBIDI_FUNCTIONS(POSTCARD_TEXT_POINTER)
    POSTCARD_GLIB_FUNCTIONS(POSTCARD_TEXT_POINTER)
} postcard_text_functions;

/// The functions of fontconfig for finding installed fonts.
typedef struct {
    POSTCARD_FONTCONFIG_FUNCTIONS(POSTCARD_TEXT_POINTER)
} postcard_fontconfig_functions;

/// Opens the libraries at the first call; returns NULL if one is missing.
const postcard_text_functions *_Nullable postcard_text_open(void);

/// Opens fontconfig at the first call; returns NULL if it is missing.
const postcard_fontconfig_functions *_Nullable postcard_fontconfig_open(void);

/// Writes the indices at which words of a Thai text start, except the first one, to `positions`: up to `count` indices in order, by
/// libthai's dictionary. Returns their number, or -1 if libthai or its dictionary is not installed. `text` must not contain U+0000.
int postcard_thai_breaks(const uint32_t *_Nonnull text, size_t count, int *_Nonnull positions);

/// True if the process can't open more files at the moment.
bool postcard_text_is_short_of_descriptors(void);

#endif
