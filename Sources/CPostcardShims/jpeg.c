#include "jpeg_support.h"

static void count_scans(j_common_ptr common) {
    check_scans((postcard_jpeg_decoder *)common);
}

postcard_jpeg_decoder *postcard_jpeg_decoder_create(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, postcard_jpeg_info *result) {
    postcard_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->scan_limit = scan_limit;
    struct jpeg_decompress_struct *info = &decoder->info;
    info->err = prepare(&decoder->errors);
    if (setjmp(decoder->errors.escape)) return decoder;
    jpeg_create_decompress(info);
    info->mem->max_memory_to_use = (long)memory_limit;
    decoder->progress.progress_monitor = count_scans;
    info->progress = &decoder->progress;
    jpeg_mem_src(info, bytes, count);
    jpeg_read_header(info, TRUE);
    result->width = (int)info->image_width;
    result->height = (int)info->image_height;
    result->components = info->num_components;
    result->is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    result->is_luma_and_chroma = info->jpeg_color_space == (info->num_components == 1 ? JCS_GRAYSCALE : JCS_YCbCr);
    result->is_progressive = info->progressive_mode;
    return decoder;
}

bool postcard_jpeg_decoder_start(
    postcard_jpeg_decoder *decoder, int eighths, postcard_jpeg_output output, int *width, int *height) {
    if (decoder->errors.failed) return false;
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->errors.escape)) return false;
    info->scale_num = (unsigned)eighths;
    info->scale_denom = 8;
    info->out_color_space = output == postcard_jpeg_output_cmyk ? JCS_CMYK : JCS_EXT_BGRX;
    jpeg_start_decompress(info);
    *width = (int)info->output_width;
    *height = (int)info->output_height;
    return true;
}

bool postcard_jpeg_decoder_read(postcard_jpeg_decoder *decoder, uint8_t *row) {
    if (decoder->errors.failed) return false;
    if (setjmp(decoder->errors.escape)) return false;
    return jpeg_read_scanlines(&decoder->info, &row, 1) == 1;
}

int postcard_jpeg_decoder_finish(postcard_jpeg_decoder *decoder) {
    if (decoder->errors.failed || setjmp(decoder->errors.escape)) return 0;
    jpeg_finish_decompress(&decoder->info);
    return decoder->errors.left_over;
}

const char *postcard_jpeg_decoder_error(const postcard_jpeg_decoder *decoder) {
    return decoder->errors.failed ? decoder->errors.message : NULL;
}

const char *postcard_jpeg_decoder_warning(const postcard_jpeg_decoder *decoder) {
    return decoder->errors.warned ? decoder->errors.warning : NULL;
}

bool postcard_jpeg_decoder_hit_limit(const postcard_jpeg_decoder *decoder) {
    return decoder->errors.hit_limit;
}

void postcard_jpeg_decoder_destroy(postcard_jpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

postcard_bytes postcard_jpeg_encode(
    const int *const *rows, int width, int height, postcard_jpeg_options options,
    const postcard_jpeg_segment *segments, size_t segment_count, postcard_continuation continues, char message[200]) {
    encoder encoder = {0};
    struct jpeg_compress_struct *info = &encoder.info;
    info->err = prepare(&encoder.errors);
    if (setjmp(encoder.errors.escape)) {
        snprintf(message, 200, "%s", encoder.errors.message);
        return abandon(&encoder);
    }
    create(&encoder);
    info->image_width = (JDIMENSION)width;
    info->image_height = (JDIMENSION)height;
    info->input_components = 4;
    info->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, options.quality, TRUE);
    info->density_unit = 1;
    info->X_density = info->Y_density = 72;
    if (options.full_chroma) info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = 1;
    if (options.progressive) jpeg_simple_progression(info);
    jpeg_start_compress(info, TRUE);
    write_markers(info, segments, segment_count);
    while (info->next_scanline < info->image_height) {
        if (!continues((int)info->next_scanline, width)) give_up(&encoder.errors, "stopped");
        JSAMPROW row = (JSAMPROW)rows[info->next_scanline];
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
    jpeg_destroy_compress(info);
    return encoder.target.output.bytes;
}
