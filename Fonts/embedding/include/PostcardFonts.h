#ifndef POSTCARD_FONTS_H
#define POSTCARD_FONTS_H

#include <stddef.h>
#include <stdint.h>

/// The typeface Frankmark as a TrueType file, embedded in the program.
///
/// The bytes are constant and exist as long as the process, so any thread can read them, and `FT_New_Memory_Face` or `hb_blob_create` can
/// use them without a copy.
const uint8_t *_Nonnull postcard_frankmark_bytes(void);

/// The number of bytes at `postcard_frankmark_bytes`.
size_t postcard_frankmark_count(void);

#endif
