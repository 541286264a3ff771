#include <zlib.h>

/// `deflateInit2` for a gzip stream, which is a macro that Swift cannot call.
static inline int postcard_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// `inflateInit2` for gzip and zlib streams, distinguished by their first bytes.
static inline int postcard_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
