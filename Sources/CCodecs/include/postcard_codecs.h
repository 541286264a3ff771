/// Types that several codecs share.
///
/// C is here for what Swift cannot call: libjpeg and libpng report fatal errors by `longjmp`, which must not cross Swift frames, libtiff
/// reports errors through `va_list` callbacks, and libraries that few pictures need are opened when they are first needed.
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

/// Called by encoders before a row, or from time to time; `false` ends the work, and `data` is NULL then.
typedef bool (*postcard_continuation)(int row, int width);

#endif
