#include "postcard_resample.h"

#include <string.h>

// Vector code without instruction names. For 64-bit Intel, clang compiles `products` to `pmaddwd`, for SSE2, which all have, and again for
// AVX2; for ARM, to NEON. All compute the same whole numbers. Vectors never reach a function that is not inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Vectors extend past the last value of a row: `RowResampler.init` allocates rows for whole vectors, and weights after a pixel's count are
// 0.

typedef uint8_t bytes16 __attribute__((vector_size(16), aligned(1)));
typedef int16_t values4 __attribute__((vector_size(8), aligned(2)));
typedef int16_t values8 __attribute__((vector_size(16), aligned(2)));
typedef int16_t values16 __attribute__((vector_size(32), aligned(2)));
typedef int32_t sums8 __attribute__((vector_size(32), aligned(4)));
typedef int32_t sums16 __attribute__((vector_size(64), aligned(4)));

#define INLINED static inline __attribute__((always_inline))

/// Returns sums of two products each.
INLINED sums8 products(values16 a, values16 b) {
    sums16 all = __builtin_convertvector(a, sums16) * __builtin_convertvector(b, sums16);
    return __builtin_shufflevector(all, all, 0, 2, 4, 6, 8, 10, 12, 14)
        + __builtin_shufflevector(all, all, 1, 3, 5, 7, 9, 11, 13, 15);
}

/// Returns sums without the fraction of `shift` bits, clamped to the range of values.
#define VALUES(type, wide, sums, shift)                                                                       \
    __builtin_convertvector(                                                                                  \
        __builtin_elementwise_max(                                                                            \
            __builtin_elementwise_min((sums + (1 << (shift - 1))) >> shift, (wide){0} + INT16_MAX), (wide){0} + INT16_MIN), type)

INLINED void row_spread(const uint32_t *row, size_t count, int16_t *wide) {
    for (size_t x = 0; x < count; x += 4) {
        uint32_t last[4] = {0};
        if (count - x < 4) memcpy(last, row + x, (count - x) * sizeof *row);
        bytes16 four = *(const bytes16 *)(count - x < 4 ? last : row + x);
        four = __builtin_shufflevector(four, four, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
        *(values16 *)(wide + 4 * x) = __builtin_convertvector(four, values16) << postcard_fraction_bits;
    }
}

INLINED void rows_narrow(
    const int16_t *wide, size_t row_values, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *narrow,
    size_t count) {
    for (size_t x = 0; x < count; x++, weights += taps) {
        const int16_t *first = wide + 4 * (size_t)starts[x], *second = first + row_values;
        sums8 a = {0}, b = {0};
        for (size_t i = 0; i < taps; i += 4) {
            values4 four = *(const values4 *)(weights + i);
            values16 pairs = __builtin_shufflevector(four, four, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3);
            a += products(*(const values16 *)(first + 4 * i), pairs);
            b += products(*(const values16 *)(second + 4 * i), pairs);
        }
        sums8 pixels = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11) + __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
        *(values8 *)(narrow + 8 * x) = VALUES(values8, sums8, pixels, postcard_weight_bits);
    }
}

/// Returns the sums of eight values of two rows that are side by side.
INLINED sums8 weighted(const int16_t *rows, const int16_t *weights) {
    int16_t v = weights[0], w = weights[1];
    return products(*(const values16 *)rows, (values16){v, w, v, w, v, w, v, w, v, w, v, w, v, w, v, w});
}

INLINED void rows_mix(
    const int16_t *const *rows, const int16_t *weights, size_t pairs, int shift, int16_t *mixed, size_t count) {
    for (size_t x = 0; x < count; x += 16) {
        sums8 a = {0}, b = {0};
        for (size_t i = 0; i < pairs; i++) {
            a += weighted(rows[i] + 2 * x, weights + 2 * i);
            b += weighted(rows[i] + 2 * x + 16, weights + 2 * i);
        }
        sums16 sums = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        *(values16 *)(mixed + x) = VALUES(values16, sums16, sums, shift);
    }
}

INLINED void rows_add(const int16_t *rows, const int16_t *weights, int32_t *sums, size_t count) {
    for (size_t x = 0; x < count; x += 8) *(sums8 *)(sums + x) += weighted(rows + 2 * x, weights);
}

INLINED void sums_round(const int32_t *sums, int shift, int16_t *values, size_t count) {
    for (size_t x = 0; x < count; x += 16)
        *(values16 *)(values + x) = VALUES(values16, sums16, *(const sums16 *)(sums + x), shift);
}

INLINED void row_pack(const int16_t *levels, uint32_t mask, uint32_t *row, size_t count) {
    for (size_t x = 0; x < count; x++, levels += 4) {
        uint32_t pixel = 0;
        for (int i = 0; i < 4; i++) pixel |= (uint32_t)(levels[i] < 0 ? 0 : levels[i] > 255 ? 255 : levels[i]) << 8 * i;
        row[x] = pixel & mask;
    }
}

#if defined(__x86_64__)
#define BUILDS(name, parameters, arguments)                                                                    \
    __attribute__((target("avx2"))) static void name##_avx2 parameters { name arguments; }                     \
    void postcard_##name parameters {                                                                          \
        if (__builtin_cpu_supports("avx2")) name##_avx2 arguments;                                             \
        else name arguments;                                                                                   \
    }
#else
#define BUILDS(name, parameters, arguments) \
    void postcard_##name parameters { name arguments; }
#endif

BUILDS(row_spread, (const uint32_t *row, size_t count, int16_t *wide), (row, count, wide))
BUILDS(
    rows_narrow,
    (const int16_t *wide, size_t row_values, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *narrow,
     size_t count),
    (wide, row_values, starts, weights, taps, narrow, count))
BUILDS(
    rows_mix, (const int16_t *const *rows, const int16_t *weights, size_t pairs, int shift, int16_t *mixed, size_t count),
    (rows, weights, pairs, shift, mixed, count))
BUILDS(rows_add, (const int16_t *rows, const int16_t *weights, int32_t *sums, size_t count), (rows, weights, sums, count))
BUILDS(sums_round, (const int32_t *sums, int shift, int16_t *values, size_t count), (sums, shift, values, count))
BUILDS(row_pack, (const int16_t *levels, uint32_t mask, uint32_t *row, size_t count), (levels, mask, row, count))
