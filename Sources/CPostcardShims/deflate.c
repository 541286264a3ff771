#include "PostcardShims.h"
#include "lazy_library.h"

#include <libdeflate.h>

#define DEFLATE_FUNCTIONS(F)                                                                       \
    F(libdeflate_alloc_decompressor) F(libdeflate_zlib_decompress_ex) F(libdeflate_free_decompressor) \
    F(libdeflate_crc32)

POSTCARD_LIBRARY(
    deflate, DEFLATE_FUNCTIONS, "libdeflate.so.0", "libdeflate.0.dylib", "/opt/homebrew/lib/libdeflate.0.dylib",
    "/usr/local/lib/libdeflate.0.dylib")

bool postcard_deflate_is_available(void) {
    return deflate_is_ready();
}

/// Whether a whole stream of at most `target_count` bytes was inflated.
static bool inflate_stream(
    const uint8_t *source, size_t count, uint8_t *target, size_t target_count, size_t *read, size_t *written) {
    struct libdeflate_decompressor *decompressor = deflate_is_ready() ? deflate.libdeflate_alloc_decompressor() : NULL;
    if (!decompressor) return false;
    enum libdeflate_result result = deflate.libdeflate_zlib_decompress_ex(
        decompressor, source, count, target, target_count, read, written);
    deflate.libdeflate_free_decompressor(decompressor);
    return result == LIBDEFLATE_SUCCESS;
}

bool postcard_inflate(const uint8_t *source, size_t count, uint8_t *target, size_t target_count) {
    size_t read = 0, written = 0;
    return inflate_stream(source, count, target, target_count, &read, &written) && read == count
        && written == target_count;
}

size_t postcard_inflate_at_most(const uint8_t *source, size_t count, uint8_t *target, size_t target_count) {
    size_t read = 0, written = 0;
    return inflate_stream(source, count, target, target_count, &read, &written) ? written : 0;
}

uint32_t postcard_crc32(const uint8_t *bytes, size_t count) {
    return deflate.libdeflate_crc32(0, bytes, count);
}
