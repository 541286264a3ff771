#ifndef POSTCARD_INFLATE_H
#define POSTCARD_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Inflates a zlib stream in parts with ISA-L, in less than half of zlib's time.
typedef struct postcard_inflater postcard_inflater;

typedef struct {
    size_t read, written;
    /// False for a damaged stream.
    bool is_sound;
    /// True if the stream has ended, and its checksum is right.
    bool is_over;
} postcard_inflation;

/// Returns NULL if ISA-L is not installed, or if memory runs out.
postcard_inflater *postcard_inflater_create(void);
void postcard_inflater_destroy(postcard_inflater *inflater);
/// Inflates until the source is used up, the target is full, or the stream has ended.
postcard_inflation postcard_inflater_run(
    postcard_inflater *inflater, const uint8_t *source, size_t count, uint8_t *target, size_t room);
/// Returns the checksum of PNG chunks. Call it only if `postcard_inflater_create` has succeeded.
uint32_t postcard_crc32(const uint8_t *bytes, size_t count);

#endif
