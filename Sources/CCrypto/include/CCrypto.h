#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>

// OpenSSL 3 deprecates the functions of a single hash in favor of tables of algorithms, which would add megabytes of other algorithms to
// the program.
#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
typedef CC_SHA1_CTX postcard_sha1;
typedef CC_SHA256_CTX postcard_sha256;
#else
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
typedef SHA_CTX postcard_sha1;
typedef SHA256_CTX postcard_sha256;
#endif

void postcard_sha1_begin(postcard_sha1 *_Nonnull context);
void postcard_sha1_add(postcard_sha1 *_Nonnull context, const void *_Nullable bytes, size_t count);
/// Writes 20 bytes.
void postcard_sha1_end(postcard_sha1 *_Nonnull context, unsigned char *_Nonnull digest);

void postcard_sha256_begin(postcard_sha256 *_Nonnull context);
void postcard_sha256_add(postcard_sha256 *_Nonnull context, const void *_Nullable bytes, size_t count);
/// Writes 32 bytes.
void postcard_sha256_end(postcard_sha256 *_Nonnull context, unsigned char *_Nonnull digest);

#endif
