/// Types that several codecs share.
///
/// C is used where Swift can't be: libjpeg and libpng report fatal errors by `longjmp`, which must not cross Swift frames, and libtiff
/// reports errors through `va_list` callbacks. Libraries that few pictures need are opened on first use.
#ifndef POSTCARD_CODECS_H
#define POSTCARD_CODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// Bytes made by an encoder; release them with `free`.
typedef struct {
    uint8_t *data;
    size_t count;
} postcard_bytes;

typedef enum {
    postcard_status_ok,
    /// The library is not installed.
    postcard_status_missing_library,
    postcard_status_unsupported,
    postcard_status_truncated,
    postcard_status_damaged,
    postcard_status_out_of_memory,
    /// A size beyond all limits.
    postcard_status_too_large,
} postcard_status;

/// Called by encoders before a row, or from time to time; false stops encoding, and `data` is then NULL.
typedef bool (*postcard_continuation)(int row, int width);

#endif
