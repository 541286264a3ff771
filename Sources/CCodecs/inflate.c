#include "postcard_inflate.h"

#include <lazy_library.h>
#include <stdlib.h>

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#define ISAL_FUNCTIONS(F) F(isal_inflate_init) F(isal_inflate) F(crc32_gzip_refl)

POSTCARD_LIBRARY(isal, ISAL_FUNCTIONS, POSTCARD_NAMES("libisal", "2"))

struct postcard_inflater {
    struct inflate_state state;
};

postcard_inflater *postcard_inflater_create(void) {
    postcard_inflater *inflater = isal_is_ready() ? malloc(sizeof *inflater) : NULL;
    if (!inflater) return NULL;
    isal.isal_inflate_init(&inflater->state);
    inflater->state.crc_flag = ISAL_ZLIB;
    return inflater;
}

void postcard_inflater_destroy(postcard_inflater *inflater) {
    free(inflater);
}

/// ISA-L leaves the upper halves of vector registers dirty, so all SSE2 code after it depends on them: undoing PNG filters took two thirds
/// longer.
static void clear_upper_halves(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
#endif
}

/// The library's counts have 32 bits.
static const size_t max_at_once = 1 << 30;

postcard_inflation postcard_inflater_run(
    postcard_inflater *inflater, const uint8_t *source, size_t count, uint8_t *target, size_t room) {
    struct inflate_state *state = &inflater->state;
    state->next_in = (uint8_t *)(uintptr_t)source;
    state->avail_in = (uint32_t)(count < max_at_once ? count : max_at_once);
    state->next_out = target;
    state->avail_out = (uint32_t)(room < max_at_once ? room : max_at_once);
    uint32_t given = state->avail_in, offered = state->avail_out;
    int result = isal.isal_inflate(state);
    clear_upper_halves();
    return (postcard_inflation){
        .read = given - state->avail_in,
        .written = offered - state->avail_out,
        .is_sound = result == ISAL_DECOMP_OK,
        .is_over = result == ISAL_DECOMP_OK && state->block_state == ISAL_BLOCK_FINISH};
}

uint32_t postcard_crc32(const uint8_t *bytes, size_t count) {
    uint32_t checksum = isal.crc32_gzip_refl(0, bytes, count);
    clear_upper_halves();
    return checksum;
}
