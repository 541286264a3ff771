#include "postcard_jpeg.h"
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
    postcard_jpeg_report report;
    int left_over;
    char message[JMSG_LENGTH_MAX];
    char warning[JMSG_LENGTH_MAX];
} error_manager;

static void fail(j_common_ptr info) {
    error_manager *errors = (error_manager *)info->err;
    errors->report.error = errors->message;
    int code = errors->base.msg_code;
    errors->report.hit_limit |= code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
    errors->base.format_message(info, errors->message);
    longjmp(errors->escape, 1);
}

/// True for warnings about files of cameras and editors in which every pixel is complete.
static bool is_harmless(int code) {
    return code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM
        || code == JWRN_BOGUS_PROGRESSION || code == JWRN_NOT_SEQUENTIAL;
}

static void record_message(j_common_ptr info, int level) {
    error_manager *errors = (error_manager *)info->err;
    if (level < 0 && errors->base.msg_code == JWRN_EXTRANEOUS_DATA) errors->left_over += errors->base.msg_parm.i[0];
    if (level >= 0 || errors->report.warning || is_harmless(errors->base.msg_code)) return;
    errors->report.warning = errors->warning;
    errors->base.format_message(info, errors->warning);
}

static void ignore_output(j_common_ptr info) {
    (void)info;
}

static struct jpeg_error_mgr *prepare(error_manager *errors) {
    jpeg_std_error(&errors->base);
    errors->base.error_exit = fail;
    errors->base.emit_message = record_message;
    errors->base.output_message = ignore_output;
    return &errors->base;
}

struct postcard_jpeg_decoder {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    error_manager errors;
    int scan_limit;
};

/// Limits the number of scans: thousands of scans of a large picture take minutes, and libjpeg has no limit.
static void count_scans(j_common_ptr common) {
    postcard_jpeg_decoder *decoder = (postcard_jpeg_decoder *)common;
    if (decoder->info.input_scan_number <= decoder->scan_limit) return;
    error_manager *errors = &decoder->errors;
    errors->report.hit_limit = true;
    errors->report.error = errors->message;
    snprintf(errors->message, sizeof errors->message, "more than %d scans", decoder->scan_limit);
    longjmp(errors->escape, 1);
}

/// libjpeg's own memory destination loses its buffer if encoding fails after the buffer has grown.
typedef struct {
    struct jpeg_destination_mgr base;
    growing_bytes output;
} destination;

enum { destination_step = 1 << 16 };

static void offer_space(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    if (!growing_bytes_reserve(&target->output, destination_step)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    target->base.next_output_byte = target->output.bytes.data + target->output.bytes.count;
    target->base.free_in_buffer = destination_step;
}

static boolean take_full_space(j_compress_ptr info) {
    ((destination *)info->dest)->output.bytes.count += destination_step;
    offer_space(info);
    return TRUE;
}

static void take_last_space(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    target->output.bytes.count += destination_step - target->base.free_in_buffer;
}

/// A file that is being written.
typedef struct {
    struct jpeg_compress_struct info;
    error_manager errors;
    destination target;
} encoder;

postcard_jpeg_decoder *postcard_jpeg_decoder_create(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, const postcard_jpeg_report **report) {
    postcard_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->scan_limit = scan_limit;
    *report = &decoder->errors.report;
    struct jpeg_decompress_struct *info = &decoder->info;
    info->err = prepare(&decoder->errors);
    if (setjmp(decoder->errors.escape)) return decoder;
    jpeg_create_decompress(info);
    info->mem->max_memory_to_use = (long)memory_limit;
    decoder->progress.progress_monitor = count_scans;
    info->progress = &decoder->progress;
    jpeg_mem_src(info, bytes, count);
    jpeg_read_header(info, TRUE);
    decoder->errors.report.width = (int)info->image_width;
    decoder->errors.report.height = (int)info->image_height;
    decoder->errors.report.is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    return decoder;
}

bool postcard_jpeg_decoder_start(postcard_jpeg_decoder *decoder, int eighths) {
    postcard_jpeg_report *report = &decoder->errors.report;
    if (report->error || setjmp(decoder->errors.escape)) return false;
    struct jpeg_decompress_struct *info = &decoder->info;
    info->scale_num = (unsigned)eighths;
    info->scale_denom = 8;
    info->out_color_space = report->is_cmyk ? JCS_CMYK : JCS_EXT_BGRX;
    jpeg_start_decompress(info);
    report->width = (int)info->output_width;
    report->height = (int)info->output_height;
    return true;
}

bool postcard_jpeg_decoder_read(postcard_jpeg_decoder *decoder, uint8_t *row) {
    if (decoder->errors.report.error || setjmp(decoder->errors.escape)) return false;
    return jpeg_read_scanlines(&decoder->info, &row, 1) == 1;
}

int postcard_jpeg_decoder_finish(postcard_jpeg_decoder *decoder) {
    if (decoder->errors.report.error || setjmp(decoder->errors.escape)) return 0;
    jpeg_finish_decompress(&decoder->info);
    return decoder->errors.left_over;
}

void postcard_jpeg_decoder_destroy(postcard_jpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

/// Sets one table of quantization steps that grow with the frequency, for both brightness and color
/// (Documentation/Decisions/0028-quantization-steps-grow-evenly.md).
static void set_quality(struct jpeg_compress_struct *info, int quality) {
    unsigned steps[DCTSIZE2];
    for (unsigned index = 0; index < DCTSIZE2; index++)
        steps[index] = 12 + 13 * (index % DCTSIZE + index / DCTSIZE) / 2;
    jpeg_add_quant_table(info, 0, steps, jpeg_quality_scaling(quality), TRUE);
    for (int index = 0; index < info->num_components; index++) info->comp_info[index].quant_tbl_no = 0;
}

/// Sets the sampling factors and quantization steps.
static void set_components(struct jpeg_compress_struct *info, const unsigned *components, int count) {
    jpeg_set_colorspace(info, count == 1 ? JCS_GRAYSCALE : JCS_YCbCr);
    for (int index = 0; index < count; index++, components += 2 + DCTSIZE2) {
        info->comp_info[index].h_samp_factor = (int)components[0];
        info->comp_info[index].v_samp_factor = (int)components[1];
        info->comp_info[index].quant_tbl_no = index;
        jpeg_add_quant_table(info, index, components + 2, 100, FALSE);
    }
}

postcard_bytes postcard_jpeg_encode(
    const int *const *rows, int width, int height, postcard_jpeg_options options,
    const uint8_t *exif, size_t exif_count, postcard_continuation continues, char message[200]) {
    encoder encoder = {0};
    struct jpeg_compress_struct *info = &encoder.info;
    info->err = prepare(&encoder.errors);
    // After `longjmp`, `encoder` has its last values: it is in memory, since libjpeg has its address. `info` does not change.
    if (setjmp(encoder.errors.escape)) {
        snprintf(message, 200, "%s", encoder.errors.message);
        jpeg_destroy_compress(info);
        free(encoder.target.output.bytes.data);
        return (postcard_bytes){NULL, 0};
    }
    jpeg_create_compress(info);
    encoder.target.base = (struct jpeg_destination_mgr){
        .init_destination = offer_space,
        .empty_output_buffer = take_full_space,
        .term_destination = take_last_space};
    info->dest = &encoder.target.base;
    info->image_width = (JDIMENSION)width;
    info->image_height = (JDIMENSION)height;
    info->input_components = 4;
    info->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(info);
    if (options.components)
        set_components(info, options.components, options.component_count);
    else
        set_quality(info, options.quality);
    info->density_unit = 1;
    info->X_density = info->Y_density = 72;
    if (options.full_chroma) info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = 1;
    if (options.progressive) jpeg_simple_progression(info);
    // Optimized Huffman codes take a second pass over the coefficients, which stay in memory until then. That is worth it for small
    // pictures, and if the default codes fit badly.
    bool is_small = (size_t)width * (size_t)height <= 1000000;
    if (is_small || (!options.components && options.quality < 60)) info->optimize_coding = TRUE;
    jpeg_start_compress(info, TRUE);
    if (exif_count > 0) jpeg_write_marker(info, JPEG_APP0 + 1, exif, (unsigned)exif_count);
    while (info->next_scanline < info->image_height) {
        if (!continues((int)info->next_scanline, width)) {
            strcpy(encoder.errors.message, "stopped");
            longjmp(encoder.errors.escape, 1);
        }
        JSAMPROW row = (JSAMPROW)rows[info->next_scanline];
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
    jpeg_destroy_compress(info);
    return encoder.target.output.bytes;
}
