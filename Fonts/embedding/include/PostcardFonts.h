#ifndef POSTCARD_FONTS_H
#define POSTCARD_FONTS_H

#include <stddef.h>
#include <stdint.h>

/// The typeface Frankmark as a TrueType file, embedded in the program.
///
/// The bytes are constant and live as long as the process, so they may be read from any thread, and handed to
/// `FT_New_Memory_Face` or `hb_blob_create` without a copy.
const uint8_t *_Nonnull postcard_frankmark_bytes(void);

/// How many bytes `postcard_frankmark_bytes` points to.
size_t postcard_frankmark_count(void);

#endif
