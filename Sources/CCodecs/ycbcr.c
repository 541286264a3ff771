#include "ycbcr.h"

#include <math.h>

/// Finds the shares of red and blue in luma.
static bool shares_of(int coefficients, double *red, double *blue) {
    switch (coefficients) {
    case 1: *red = 0.2126, *blue = 0.0722; return true;
    case 4: *red = 0.30, *blue = 0.11; return true;
    case 2:  // Unspecified, which all decoders treat as BT.601.
    case 5:
    case 6: *red = 0.299, *blue = 0.114; return true;
    case 7: *red = 0.212, *blue = 0.087; return true;
    case 9: *red = 0.2627, *blue = 0.0593; return true;
    default: return false;
    }
}

static int16_t fixed(double factor, int bits) {
    return (int16_t)lround(factor * (1 << bits));
}

bool ycbcr_matrix_of(int coefficients, bool is_full_range, ycbcr_matrix *matrix) {
    double red = 0, blue = 0;
    if (!shares_of(coefficients, &red, &blue)) return false;
    double green = 1 - red - blue, chroma = is_full_range ? 1 : 255.0 / 224;
    *matrix = (ycbcr_matrix){
        .black = is_full_range ? 0 : 16,
        .luma = fixed(is_full_range ? 1 : 255.0 / 219, 14),
        .red_cr = fixed(2 * (1 - red) * chroma, 13),
        .green_cb = fixed(-2 * (1 - blue) * blue / green * chroma, 13),
        .green_cr = fixed(-2 * (1 - red) * red / green * chroma, 13),
        .blue_cb = fixed(2 * (1 - blue) * chroma, 13)};
    return true;
}

/// Returns the upper half of a product: one instruction for eight of them.
static inline int16_t product(int16_t a, int16_t b) {
    return (int16_t)((int32_t)a * b >> 16);
}

static inline uint32_t level(int16_t sum) {
    int16_t value = (int16_t)((sum + 16) >> 5);
    return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// The share of chroma in red, green and blue, in units of 1/32.
typedef struct {
    int16_t red[ycbcr_step], green[ycbcr_step], blue[ycbcr_step];
} additions;

static void add_chroma(const ycbcr_matrix *m, const uint8_t *cb, const uint8_t *cr, size_t count, additions *sums) {
    for (size_t i = 0; i < count; i++) {
        int16_t b = (int16_t)((cb[i] - 128) * 256), r = (int16_t)((cr[i] - 128) * 256);
        sums->red[i] = product(r, m->red_cr);
        sums->green[i] = (int16_t)(product(b, m->green_cb) + product(r, m->green_cr));
        sums->blue[i] = product(b, m->blue_cb);
    }
}

static void double_samples(const int16_t *half, int16_t *whole, size_t count) {
    for (size_t i = 0; i < count; i++) whole[2 * i] = whole[2 * i + 1] = half[i];
}

void ycbcr_row(
    const ycbcr_matrix *m, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, bool is_halved, uint32_t *row,
    size_t count) {
    size_t samples = is_halved ? (count + 1) / 2 : count;
    additions sums, halves;
    add_chroma(m, cb, cr, samples, is_halved ? &halves : &sums);
    if (is_halved) {
        double_samples(halves.red, sums.red, samples);
        double_samples(halves.green, sums.green, samples);
        double_samples(halves.blue, sums.blue, samples);
    }
    for (size_t i = 0; i < count; i++) {
        int16_t y = product((int16_t)((luma[i] - m->black) * 128), m->luma);
        row[i] = level((int16_t)(y + sums.red[i])) << 16 | level((int16_t)(y + sums.green[i])) << 8
            | level((int16_t)(y + sums.blue[i]));
    }
}
