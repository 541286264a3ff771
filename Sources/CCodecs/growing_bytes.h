#ifndef POSTCARD_GROWING_BYTES_H
#define POSTCARD_GROWING_BYTES_H

#include "postcard_codecs.h"

#include <stdlib.h>
#include <string.h>

/// An encoder's output, doubled when full.
typedef struct {
    postcard_bytes bytes;
    size_t capacity;
} growing_bytes;

/// Reserves space for `count` more bytes. Returns false if memory runs out.
static inline bool growing_bytes_reserve(growing_bytes *buffer, size_t count) {
    size_t needed = buffer->bytes.count + count;
    if (needed <= buffer->capacity) return true;
    size_t capacity = buffer->capacity * 2 > needed ? buffer->capacity * 2 : needed;
    uint8_t *data = realloc(buffer->bytes.data, capacity);
    if (!data) return false;
    buffer->bytes.data = data;
    buffer->capacity = capacity;
    return true;
}

static inline bool growing_bytes_append(growing_bytes *buffer, const void *source, size_t count) {
    if (!growing_bytes_reserve(buffer, count)) return false;
    memcpy(buffer->bytes.data + buffer->bytes.count, source, count);
    buffer->bytes.count += count;
    return true;
}

#endif
