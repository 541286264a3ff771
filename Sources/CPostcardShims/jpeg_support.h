#ifndef POSTCARD_JPEG_SUPPORT_H
#define POSTCARD_JPEG_SUPPORT_H

#include "growing_bytes.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    bool failed, hit_limit, warned;
    int left_over;
    char message[JMSG_LENGTH_MAX];
    char warning[JMSG_LENGTH_MAX];
} error_manager;

static inline void fail(j_common_ptr info) {
    error_manager *errors = (error_manager *)info->err;
    errors->failed = true;
    int code = errors->base.msg_code;
    errors->hit_limit |= code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
    errors->base.format_message(info, errors->message);
    longjmp(errors->escape, 1);
}

/// Cameras and editors write files that libjpeg grumbles about although every pixel is there.
static inline bool is_harmless(int code) {
    return code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM
        || code == JWRN_BOGUS_PROGRESSION || code == JWRN_NOT_SEQUENTIAL;
}

static inline void note(j_common_ptr info, int level) {
    error_manager *errors = (error_manager *)info->err;
    if (level < 0 && errors->base.msg_code == JWRN_EXTRANEOUS_DATA) errors->left_over += errors->base.msg_parm.i[0];
    if (level >= 0 || errors->warned || is_harmless(errors->base.msg_code)) return;
    errors->warned = true;
    errors->base.format_message(info, errors->warning);
}

static inline void say_nothing(j_common_ptr info) {
    (void)info;
}

static inline struct jpeg_error_mgr *prepare(error_manager *errors) {
    jpeg_std_error(&errors->base);
    errors->base.error_exit = fail;
    errors->base.emit_message = note;
    errors->base.output_message = say_nothing;
    return &errors->base;
}

/// Asks once in a strip of pixels whether the work goes on.
typedef struct {
    postcard_continuation continues;
    long pixels;
} pace;

enum { pace_strip = 1 << 18 };

/// `pixels` are those of the step to come. `false` when the work shall stop.
static inline bool goes_on(pace *pace, long pixels) {
    pace->pixels += pixels;
    if (pace->pixels < pace_strip) return true;
    pace->pixels = 0;
    return pace->continues(0, 1);
}

/// Leaves libjpeg's code with a message of our own.
static inline void give_up(error_manager *errors, const char *message) {
    errors->failed = true;
    snprintf(errors->message, sizeof errors->message, "%s", message);
    longjmp(errors->escape, 1);
}

struct postcard_jpeg_decoder {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    error_manager errors;
    int scan_limit;
    /// Of all components, once they have been read to be kept.
    jvirt_barray_ptr *coefficients;
    pace pace;
};

/// A file of thousands of scans over a large picture costs minutes; libjpeg itself has no bound.
static inline void check_scans(postcard_jpeg_decoder *decoder) {
    if (decoder->info.input_scan_number <= decoder->scan_limit) return;
    decoder->errors.failed = decoder->errors.hit_limit = true;
    snprintf(decoder->errors.message, sizeof decoder->errors.message, "more than %d scans", decoder->scan_limit);
    longjmp(decoder->errors.escape, 1);
}

/// libjpeg's own memory destination loses its buffer when encoding fails after the buffer has grown.
typedef struct {
    struct jpeg_destination_mgr base;
    growing_bytes output;
} destination;

enum { destination_step = 1 << 16 };

static inline void offer_space(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    if (!growing_bytes_reserve(&target->output, destination_step)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    target->base.next_output_byte = target->output.bytes.data + target->output.bytes.count;
    target->base.free_in_buffer = destination_step;
}

static inline boolean take_full_space(j_compress_ptr info) {
    ((destination *)info->dest)->output.bytes.count += destination_step;
    offer_space(info);
    return TRUE;
}

static inline void take_last_space(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    target->output.bytes.count += destination_step - target->base.free_in_buffer;
}

/// A file that is being written.
typedef struct {
    struct jpeg_compress_struct info;
    struct jpeg_progress_mgr progress;
    error_manager errors;
    destination target;
    pace pace;
} encoder;

/// `errors.escape` must be set before.
static inline void create(encoder *encoder) {
    jpeg_create_compress(&encoder->info);
    encoder->target.base = (struct jpeg_destination_mgr){
        .init_destination = offer_space,
        .empty_output_buffer = take_full_space,
        .term_destination = take_last_space};
    encoder->info.dest = &encoder->target.base;
}

static inline postcard_bytes abandon(encoder *encoder) {
    jpeg_destroy_compress(&encoder->info);
    free(encoder->target.output.bytes.data);
    return (postcard_bytes){NULL, 0};
}

static inline void write_markers(struct jpeg_compress_struct *info, const postcard_jpeg_segment *segments, size_t count) {
    for (size_t i = 0; i < count; i++)
        jpeg_write_marker(info, segments[i].marker, segments[i].data, (unsigned)segments[i].count);
}

#endif
