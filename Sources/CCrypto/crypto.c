#include "CCrypto.h"

// These functions never fail: they always return 1.
#ifdef __APPLE__
#define SHA1_(function) CC_SHA1_##function
#define SHA256_(function) CC_SHA256_##function
#else
#define SHA1_(function) SHA1_##function
#define SHA256_(function) SHA256_##function
#endif

// CommonCrypto uses 32-bit lengths.
enum { piece = 1 << 30 };

#define POSTCARD_HASH(NAME, FUNCTION)                                                                                 \
    void postcard_##NAME##_begin(postcard_##NAME *context) { FUNCTION(Init)(context); }                               \
    void postcard_##NAME##_add(postcard_##NAME *context, const void *bytes, size_t count) {                           \
        for (; count > piece; count -= piece, bytes = (const char *)bytes + piece)                                    \
            FUNCTION(Update)(context, bytes, piece);                                                                  \
        FUNCTION(Update)(context, bytes, count);                                                                      \
    }                                                                                                                 \
    void postcard_##NAME##_end(postcard_##NAME *context, unsigned char *digest) { FUNCTION(Final)(digest, context); }

POSTCARD_HASH(sha1, SHA1_)
POSTCARD_HASH(sha256, SHA256_)
