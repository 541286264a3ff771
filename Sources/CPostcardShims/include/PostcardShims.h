/// The C lines that Swift cannot write: libjpeg and libpng report fatal errors by `longjmp`, which must not cross
/// Swift frames, libtiff reports through `va_list` callbacks, and libraries that few pictures need are opened when one
/// does. Nothing here knows about pictures beyond that.
#ifndef POSTCARD_SHIMS_H
#define POSTCARD_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>

#include <webp/demux.h>
#include <webp/mux.h>

/// Bytes made by an encoder; release them with `free`.
typedef struct {
    uint8_t *data;
    size_t count;
} postcard_bytes;

// MARK: A process for one picture

/// The arguments that the program was started with, its own name first, also where there is no /proc.
char **postcard_arguments(int *count);
/// A file without a name, in memory where there is such a thing; -1 and `errno` when it is not to be had.
int postcard_memory_file(void);
/// A pipe that processes which are started do not inherit.
bool postcard_pipe(int *output, int *input);
/// Starts this program again, with two arguments, three descriptors above 2 as its standard ones, and of the environment only what concerns
/// the C library. Returns 0, or an error of the system.
int postcard_start_again(const char *first, const char *second, int input, int output, int report, pid_t *process);

/// The grants of the kernel to a process that decodes one picture.
typedef struct {
    /// Writable memory of its own, what the program and its libraries have included.
    size_t bytes;
    /// The length of the file on descriptor 1.
    size_t result_bytes;
    /// Processor time.
    size_t seconds;
} postcard_confinement;

/// Ends this process with its parent, closes all descriptors but the first three, and keeps the C library's own use of memory small. Called
/// before anything else.
void postcard_begin_confinement(void);
/// Sets the limits, and on Linux lets the process open no file, reach no network and start no process from then on. Called when all
/// libraries are open, and before any thread begins. Returns 0, or the error of the call that failed.
int postcard_confine(postcard_confinement limits);
/// Gives the pages between two addresses back to the system; what they held is lost. Of shared memory, they are taken out of the file.
void postcard_forget_pages(void *start, size_t count, bool is_shared);
/// Opens what a format needs, before files can no longer be opened.
void postcard_tiff_prepare(void);
void postcard_heif_prepare(void);
void postcard_planes_prepare(void);

// MARK: JPEG

typedef struct postcard_jpeg_decoder postcard_jpeg_decoder;

/// The facts of a file, and what has been found wrong in it so far.
typedef struct {
    /// The size of the picture, and once it is decoded that of the result.
    int width, height;
    bool is_cmyk;
    /// The fatal error, or NULL.
    const char *error;
    /// True when it was lack of memory or more scans than allowed.
    bool hit_limit;
    /// The first complaint about damaged data, or NULL.
    const char *warning;
} postcard_jpeg_report;

/// Reads the header. Returns NULL only when memory is short. `bytes` must outlive the decoder, which owns the report.
postcard_jpeg_decoder *postcard_jpeg_decoder_create(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, const postcard_jpeg_report **report);
/// Starts decoding at `eighths`/8 of the full size, to four bytes a pixel: libgd's order on little-endian machines, where the fourth byte is
/// undefined; or cyan, magenta, yellow, black as stored: 255 for no ink.
bool postcard_jpeg_decoder_start(postcard_jpeg_decoder *decoder, int eighths);
bool postcard_jpeg_decoder_read(postcard_jpeg_decoder *decoder, uint8_t *row);
/// Reads what follows the last row; gives the number of coded bytes that no pixel needed.
int postcard_jpeg_decoder_finish(postcard_jpeg_decoder *decoder);
void postcard_jpeg_decoder_destroy(postcard_jpeg_decoder *decoder);

/// Asked by encoders before a row, or now and then; `false` ends the work, and `data` is NULL then.
typedef bool (*postcard_continuation)(int row, int width);

typedef struct {
    /// 1 to 100.
    int quality;
    bool progressive;
    /// 4:4:4 when true, 4:2:0 otherwise.
    bool full_chroma;
    /// For each of 1 or 3 components, its sampling factors, across and down, and 64 quantization steps row by row, which stand in for
    /// quality and chroma; or NULL.
    const unsigned *components;
    int component_count;
} postcard_jpeg_options;

/// Encodes libgd rows (0xAARRGGBB on little-endian machines, alpha ignored). `exif` is the content of a segment, or NULL. On failure `data` is NULL and `message`
/// says why.
postcard_bytes postcard_jpeg_encode(
    const int *const *rows, int width, int height, postcard_jpeg_options options,
    const uint8_t *exif, size_t exif_count, postcard_continuation continues, char message[200]);

// MARK: PNG

typedef struct postcard_png_decoder postcard_png_decoder;

typedef struct {
    /// The chunk at `cut_offset`, unless that is 0, is taken for one of `cut_length` bytes: libpng asks for 8 KiB at a time, and would give
    /// nothing of the last part of a file cut short.
    size_t cut_offset;
    uint32_t cut_length;
    /// Goes on behind chunks whose checksum is wrong.
    bool allows_wrong_checksums;
    /// Leaves the gamma that the file states to the caller.
    bool ignores_gamma;
} postcard_png_options;

/// The facts of a file, and what has been found wrong in it so far.
typedef struct {
    bool is_gray;
    /// Number of passes over the rows: 7 for interlaced pictures, else 1.
    int passes;
    /// The embedded ICC profile, inflated, or NULL; valid as long as the decoder.
    const uint8_t *profile;
    size_t profile_count;
    /// The fatal error, or NULL.
    const char *error;
    bool reached_end, has_wrong_checksum;
    /// True when the error that `postcard_png_decoder_finish` found lies behind a compressed picture whose check sums are right.
    bool is_whole;
} postcard_png_report;

/// Reads up to the first image data. Returns NULL only when memory is short. `bytes` must outlive the decoder, which owns the report.
postcard_png_decoder *postcard_png_decoder_create(
    const uint8_t *bytes, size_t count, postcard_png_options options, const postcard_png_report **report);
/// Reads one row as B, G, R, A bytes with alpha 255 for opaque. In later passes the row must hold what the pass before
/// left there.
bool postcard_png_decoder_read(postcard_png_decoder *decoder, uint8_t *row);
/// Reads what follows the picture, so that damage there is found.
bool postcard_png_decoder_finish(postcard_png_decoder *decoder);
void postcard_png_decoder_destroy(postcard_png_decoder *decoder);

/// Encodes rows of B, G, R, A bytes (alpha ignored unless `has_alpha`), asked for one at a time from top to bottom; where there
/// is none, the work ends. `exif` is the content of a chunk, if it has any.
postcard_bytes postcard_png_encode(
    int width, int height, bool has_alpha, int compression_level, const uint8_t *exif, size_t exif_count,
    bool (*fill_row)(void *context, int y, uint8_t *row), void *context, char message[200]);

// MARK: Colour

typedef enum {
    postcard_color_model_rgb,
    postcard_color_model_gray,
    postcard_color_model_cmyk,
    postcard_color_model_other,
} postcard_color_model;

typedef struct postcard_color_transform postcard_color_transform;

/// True when Little CMS is installed.
bool postcard_color_is_available(void);
/// From an ICC profile to sRGB, relative colorimetric, inks with black point compensation. NULL when the profile cannot be used.
///
/// Sources are, by the profile's own model: B, G, R, any; one byte of grey; or C, M, Y, K with 255 for no ink. Results are B, G,
/// R and a fourth byte that is left alone.
postcard_color_transform *postcard_color_transform_create(
    const uint8_t *profile, size_t count, postcard_color_model *found);
/// Source and target may be the same memory when their pixels are of the same size.
void postcard_color_transform_apply(
    const postcard_color_transform *transform, const void *source, void *target, size_t count);
void postcard_color_transform_destroy(postcard_color_transform *transform);

// MARK: Libraries opened when needed

/// A pointer to a function in a table of a library's functions.
#define POSTCARD_DECLARE(function) __typeof__(function) *function;

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

// MARK: Inflate

/// Inflates a zlib stream in parts, by ISA-L: in less than half of zlib's time.
typedef struct postcard_inflater postcard_inflater;

typedef struct {
    size_t read, written;
    /// False for a damaged stream.
    bool is_sound;
    /// The stream has ended, and its check sum is right.
    bool is_over;
} postcard_inflation;

/// NULL when ISA-L is not installed, or memory is short.
postcard_inflater *postcard_inflater_create(void);
void postcard_inflater_destroy(postcard_inflater *inflater);
/// Inflates until the source is used up, the target is full, or the stream has ended.
postcard_inflation postcard_inflater_run(
    postcard_inflater *inflater, const uint8_t *source, size_t count, uint8_t *target, size_t room);
/// The check sum of PNG's chunks; only when there is a `postcard_inflater`.
uint32_t postcard_crc32(const uint8_t *bytes, size_t count);

// MARK: Thai

/// Where words of a Thai text begin, but for the first one, by libthai's dictionary: up to `count` indices, in order, into
/// `positions`. -1 when libthai or its dictionary is not installed. `text` must not contain U+0000.
int postcard_thai_breaks(const uint32_t *text, size_t count, int *positions);

// MARK: QR

/// Makes the smallest QR code of the lowest error correction that holds a text: `width` × `width` modules in rows, 1 for dark ones,
/// without the margin. Returns `width`; -1 when libqrencode is not installed, or the text or `capacity` does not fit.
int postcard_qr_encode(const char *text, uint8_t *modules, size_t capacity);

// MARK: WebP

#define POSTCARD_WEBP_DEMUX(F)                                                                                   \
    F(WebPDemuxInternal) F(WebPDemuxDelete) F(WebPDemuxGetI) F(WebPDemuxGetFrame) F(WebPDemuxReleaseIterator)      \
    F(WebPDemuxGetChunk) F(WebPDemuxReleaseChunkIterator)

#define POSTCARD_WEBP_MUX(F)                                                                                     \
    F(WebPNewInternal) F(WebPMuxCreateInternal) F(WebPMuxDelete) F(WebPMuxSetChunk) F(WebPMuxPushFrame)            \
    F(WebPMuxSetAnimationParams) F(WebPMuxSetCanvasSize) F(WebPMuxAssemble)

typedef struct {
    POSTCARD_WEBP_DEMUX(POSTCARD_DECLARE)
} postcard_webp_demux;

typedef struct {
    POSTCARD_WEBP_MUX(POSTCARD_DECLARE)
} postcard_webp_mux;

/// The functions of libwebpdemux; NULL when it is not installed.
const postcard_webp_demux *postcard_webp_demux_functions(void);
/// The functions of libwebpmux; NULL when it is not installed.
const postcard_webp_mux *postcard_webp_mux_functions(void);
/// Decodes a still picture, a file or a frame of one, into rows of B, G, R, A bytes that touch each other, at its own size or, where `is_reduced`, at a
/// smaller one. When the data end early, `rows` tells how many are there.
postcard_status postcard_webp_decode(
    const uint8_t *bytes, size_t count, bool is_reduced, uint8_t *pixels, int width, int height, int *rows);
/// Encodes rows of B, G, R, A bytes that touch each other. `quality` is 0 to 100, or -1 for lossless.
postcard_bytes postcard_webp_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, postcard_continuation continues,
    char message[200]);

// MARK: TIFF

typedef struct postcard_tiff postcard_tiff;

typedef struct {
    /// Samples in each pixel when they come as they are stored, of which the first are `colors`: 1 (grey or index), 3 (R, G, B) or 4
    /// (C, M, Y, K, where 0 is no ink). 0 when rows are converted to R, G, B, A bytes.
    int samples, colors;
    /// Bits in each sample: 8, 16, 24, 32 and 64 in the machine's order, others packed from the highest bit.
    int bits;
    bool is_signed, is_float;
    /// True when each sample has a row of its own.
    bool is_planar;
    /// True when grey 0 is white.
    bool is_inverted;
    bool has_alpha, is_premultiplied;
    /// 16-bit red, green and blue by index; NULL without a palette. They stay as long as the file.
    const uint16_t *palette[3];
    /// The number of rows that are read at once, and their bytes.
    int band_rows;
    size_t band_bytes;
} postcard_tiff_info;

/// Opens the first picture. `bytes` must outlive the result; the size is what the file says, and all samples together have no more than
/// `max_sample_bytes`. Where it `recovers`, rows behind damaged ones can be read.
postcard_status postcard_tiff_open(
    const uint8_t *bytes, size_t count, size_t directory, int width, int height, size_t max_sample_bytes, bool recovers,
    postcard_tiff **result, postcard_tiff_info *info, char message[200]);
/// Reads the rows behind those that were read before, which touch each other, in the order and orientation stored: `band_rows`, or fewer at the end.
postcard_status postcard_tiff_read(postcard_tiff *file, uint8_t *band, int first_row, int rows, char message[200]);
void postcard_tiff_close(postcard_tiff *file);

// MARK: JPEG XL

typedef struct {
    /// As seen: libjxl turns pictures as they say.
    int width, height;
    bool is_gray, has_alpha, is_premultiplied;
    /// `true` if black ink is in a channel of its own.
    bool is_cmyk;
    /// `true` for several frames.
    bool moves;
} postcard_jxl_info;

bool postcard_jxl_is_available(void);
postcard_status postcard_jxl_open(const uint8_t *bytes, size_t count, postcard_jxl_info *info);
/// Reads the first EXIF and XMP boxes, also compressed ones, of at most `max_bytes` each. `data` is NULL for a box that is missing, broken, or
/// longer; the caller frees it.
void postcard_jxl_metadata(
    const uint8_t *bytes, size_t count, size_t max_bytes, postcard_bytes *exif, postcard_bytes *xmp);
/// Decodes the first frame into rows of R, G, B, A bytes that touch each other, `pixel_bytes` in all, with at most `max_bytes` of
/// memory. The profile says what they mean; its `data` is NULL when there is none.
postcard_status postcard_jxl_decode(
    const uint8_t *bytes, size_t count, size_t max_bytes, uint8_t *pixels, size_t pixel_bytes, postcard_bytes *icc);

// MARK: Resampling

// Pixels are four values of 16 bits with a fraction; weights add up to 1, and all rows but those of pixels have room for a multiple of 16 values.
enum { postcard_fraction_bits = 6, postcard_weight_bits = 14 };

/// The four bytes of each pixel as values: those of two neighbours lie side by side, the first bytes of both, then the second ones. `wide` has
/// room for a multiple of four pixels.
void postcard_row_spread(const uint32_t *row, size_t count, int16_t *wide);
/// Makes `count` pixels of two rows, whose values lie side by side, out of two rows of `postcard_row_spread`, `row_values` apart: each out of
/// `taps` pixels, a multiple of four, from an even place on.
void postcard_rows_narrow(
    const int16_t *wide, size_t row_values, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *narrow,
    size_t count);
/// Makes a row of `count` values out of such pairs of rows. `shift` is the number of bits that sums lose: the weights' and, for levels, their own.
void postcard_rows_mix(
    const int16_t *const *rows, const int16_t *weights, size_t pairs, int shift, int16_t *mixed, size_t count);
/// Does the same one by one: adds each pair of rows to sums, and makes values of these at the end.
void postcard_rows_add(const int16_t *rows, const int16_t *weights, int32_t *sums, size_t count);
void postcard_sums_round(const int32_t *sums, int shift, int16_t *values, size_t count);
/// Levels without a fraction as pixels, of which `mask` keeps some bytes.
void postcard_row_pack(const int16_t *levels, uint32_t mask, uint32_t *row, size_t count);

// MARK: HEIC and AVIF

typedef struct postcard_heif postcard_heif;

/// Decodes into rows of R, G, B bytes that start `stride` bytes after each other and stay as long as the result. A picture smaller than
/// the size given is damaged. Not for pictures that are put together from others. AV1 is decoded by libaom alone.
postcard_status postcard_heif_decode(
    const uint8_t *bytes, size_t count, int width, int height, postcard_heif **result, const uint8_t **pixels,
    size_t *stride, char message[200]);
void postcard_heif_free(postcard_heif *heif);
/// A coded picture as its decoder leaves it, in planes of luma and chroma.
typedef struct postcard_planes postcard_planes;

typedef enum { postcard_codec_av1, postcard_codec_hevc } postcard_codec;

/// Decodes a picture by libaom or libde265.
///
/// @param length_bytes of HEVC, the bytes of the length before each unit, parameter sets first.
/// @param matrix matrix coefficients of ITU-T H.273, or -1 for what the picture says, and for its range.
/// @param is_damaged whether something of the result is missing, which is grey then.
/// @return `postcard_status_unsupported` for colours that no matrix makes RGB, and for AV1 that is damaged, has more than 8 bits or no
/// chroma; `postcard_status_damaged` for HEVC without a picture of `width` × `height` or more.
postcard_status postcard_planes_decode(
    postcard_codec codec, size_t length_bytes, const uint8_t *bytes, size_t count, int width, int height, int matrix,
    bool is_full_range, postcard_planes **result, bool *is_damaged);
void postcard_planes_free(postcard_planes *planes);
/// Pixels of a row, `0xRRGGBB`, from `x` on, which is even.
void postcard_planes_row(const postcard_planes *planes, size_t x, size_t y, uint32_t *row, size_t count);
/// Encodes rows of R, G, B, A bytes as AVIF. `quality` is 0 to 100.
postcard_bytes postcard_avif_encode(
    const uint8_t *pixels, int width, int height, bool has_alpha, int quality, const uint8_t *exif, size_t exif_count,
    char message[200]);

#endif
