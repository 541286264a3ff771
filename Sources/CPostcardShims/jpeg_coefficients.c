#include "jpeg_support.h"

/// The quantization table of a component: that of a file whose data are not read is not latched yet. NULL when there is none.
static const JQUANT_TBL *quantization(const struct jpeg_decompress_struct *info, const jpeg_component_info *component) {
    if (component->quant_table) return component->quant_table;
    const int number = component->quant_tbl_no;
    return number >= 0 && number < NUM_QUANT_TBLS ? info->quant_tbl_ptrs[number] : NULL;
}

postcard_jpeg_component postcard_jpeg_decoder_component(const postcard_jpeg_decoder *decoder, int index) {
    if (decoder->errors.failed || index >= decoder->info.num_components) return (postcard_jpeg_component){0};
    const jpeg_component_info *component = &decoder->info.comp_info[index];
    const JQUANT_TBL *table = quantization(&decoder->info, component);
    return (postcard_jpeg_component){
        component->h_samp_factor, component->v_samp_factor, table ? table->quantval : NULL};
}

static void watch_reading(j_common_ptr common) {
    postcard_jpeg_decoder *decoder = (postcard_jpeg_decoder *)common;
    check_scans(decoder);
    const long pixels = (long)decoder->info.image_width * DCTSIZE * decoder->info.max_v_samp_factor;
    if (!goes_on(&decoder->pace, pixels)) give_up(&decoder->errors, "stopped");
}

/// Whether coefficients have codes: libjpeg reads larger ones from damaged files, and writes files of them that nobody can read.
static bool are_codable(const JBLOCK *blocks, JDIMENSION count) {
    int excess = 0;
    for (JDIMENSION block = 0; block < count; block++) {
        // Differences of DC terms have 11 bits, AC coefficients 10 (T.81, F.1.2).
        excess |= blocks[block][0] < -1024 || blocks[block][0] > 1023;
        for (int index = 1; index < DCTSIZE2; index++) excess |= blocks[block][index] < -1023 || blocks[block][index] > 1023;
    }
    return !excess;
}

bool postcard_jpeg_decoder_read_coefficients(postcard_jpeg_decoder *decoder, postcard_continuation continues) {
    if (decoder->errors.failed || setjmp(decoder->errors.escape)) return false;
    j_decompress_ptr info = &decoder->info;
    decoder->pace.continues = continues;
    decoder->progress.progress_monitor = watch_reading;
    decoder->coefficients = jpeg_read_coefficients(info);
    for (int index = 0; index < info->num_components && decoder->coefficients; index++) {
        const jpeg_component_info *component = &info->comp_info[index];
        for (JDIMENSION row = 0; row < component->height_in_blocks; row++) {
            JBLOCKARRAY blocks =
                info->mem->access_virt_barray((j_common_ptr)info, decoder->coefficients[index], row, 1, FALSE);
            if (!are_codable(blocks[0], component->width_in_blocks))
                give_up(&decoder->errors, "coefficients out of range");
        }
    }
    return decoder->coefficients != NULL;
}

/// Refuses steps that libjpeg would divide by zero for: it takes eight times each, in 16 bits.
static void use_table(j_compress_ptr info, int index, const JQUANT_TBL *table) {
    if (!table) ERREXIT1(info, JERR_NO_QUANT_TABLE, index);
    for (int step = 0; step < DCTSIZE2; step++)
        if (table->quantval[step] == 0 || table->quantval[step] > UINT16_MAX / 8) ERREXIT1(info, JERR_NO_QUANT_TABLE, index);
    if (!info->quant_tbl_ptrs[index]) info->quant_tbl_ptrs[index] = jpeg_alloc_quant_table((j_common_ptr)info);
    memcpy(info->quant_tbl_ptrs[index]->quantval, table->quantval, sizeof table->quantval);
    info->quant_tbl_ptrs[index]->sent_table = FALSE;
    info->comp_info[index].quant_tbl_no = index;
}

postcard_bytes postcard_jpeg_decoder_encode_region(
    postcard_jpeg_decoder *decoder, const int *const *rows, postcard_jpeg_region region, postcard_continuation continues) {
    const struct jpeg_decompress_struct *source = &decoder->info;
    encoder encoder = {0};
    struct jpeg_compress_struct *info = &encoder.info;
    info->err = prepare(&encoder.errors);
    if (setjmp(encoder.errors.escape)) {
        decoder->errors.failed = true;
        snprintf(decoder->errors.message, sizeof decoder->errors.message, "%s", encoder.errors.message);
        return abandon(&encoder);
    }
    create(&encoder);
    info->image_width = (JDIMENSION)region.width;
    info->image_height = (JDIMENSION)region.height;
    info->input_components = 4;
    info->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(info);
    jpeg_set_colorspace(info, source->jpeg_color_space);
    for (int index = 0; index < info->num_components; index++) {
        const jpeg_component_info *component = &source->comp_info[index];
        info->comp_info[index].h_samp_factor = component->h_samp_factor;
        info->comp_info[index].v_samp_factor = component->v_samp_factor;
        use_table(info, index, quantization(source, component));
    }
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < info->image_height) {
        if (!continues((int)info->next_scanline, region.width)) give_up(&encoder.errors, "stopped");
        JSAMPROW row = (JSAMPROW)(rows[region.top + (int)info->next_scanline] + region.left);
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
    jpeg_destroy_compress(info);
    return encoder.target.output.bytes;
}

/// Whether a block of `across` × `down` cells has one to change.
static bool is_touched(postcard_jpeg_cells cells, int column, int row, int across, int down) {
    for (int y = row * down; y < (row + 1) * down && y < cells.rows; y++)
        for (int x = column * across; x < (column + 1) * across && x < cells.columns; x++)
            if (cells.cells[(size_t)y * (size_t)cells.columns + (size_t)x]) return true;
    return false;
}

static void take_component(
    postcard_jpeg_decoder *decoder, struct jpeg_decompress_struct *part, jvirt_barray_ptr coefficients, int index,
    postcard_jpeg_region region, postcard_jpeg_cells cells) {
    const jpeg_component_info *from = &part->comp_info[index];
    const jpeg_component_info *to = &decoder->info.comp_info[index];
    const int across = decoder->info.max_h_samp_factor / to->h_samp_factor;
    const int down = decoder->info.max_v_samp_factor / to->v_samp_factor;
    const int left = region.left / (DCTSIZE * across);
    const int top = region.top / (DCTSIZE * down);
    for (int y = 0; y < (int)from->height_in_blocks && top + y < (int)to->height_in_blocks; y++) {
        JBLOCKARRAY source =
            part->mem->access_virt_barray((j_common_ptr)part, coefficients, (JDIMENSION)y, 1, FALSE);
        JBLOCKARRAY target = part->mem->access_virt_barray(
            (j_common_ptr)part, decoder->coefficients[index], (JDIMENSION)(top + y), 1, TRUE);
        for (int x = 0; x < (int)from->width_in_blocks && left + x < (int)to->width_in_blocks; x++)
            if (is_touched(cells, left + x, top + y, across, down))
                memcpy(target[0][left + x], source[0][x], sizeof(JBLOCK));
    }
}

bool postcard_jpeg_decoder_replace_blocks(
    postcard_jpeg_decoder *decoder, const int *const *rows, postcard_jpeg_region region, postcard_jpeg_cells cells,
    postcard_continuation continues) {
    if (decoder->errors.failed || !decoder->coefficients) return false;
    postcard_bytes coded = postcard_jpeg_decoder_encode_region(decoder, rows, region, continues);
    if (!coded.data) return false;
    struct jpeg_decompress_struct part = {0};
    error_manager errors = {0};
    part.err = prepare(&errors);
    if (setjmp(errors.escape)) {
        decoder->errors.failed = true;
        decoder->errors.hit_limit = errors.hit_limit;
        snprintf(decoder->errors.message, sizeof decoder->errors.message, "%s", errors.message);
        jpeg_destroy_decompress(&part);
        postcard_bytes_free(coded);
        return false;
    }
    jpeg_create_decompress(&part);
    jpeg_mem_src(&part, coded.data, coded.count);
    jpeg_read_header(&part, TRUE);
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(&part);
    for (int index = 0; index < part.num_components; index++)
        take_component(decoder, &part, coefficients[index], index, region, cells);
    jpeg_destroy_decompress(&part);
    postcard_bytes_free(coded);
    return true;
}

/// `number` is that of a file's scan header, which need not make sense.
static const JHUFF_TBL *table(JHUFF_TBL *const tables[NUM_HUFF_TBLS], int number) {
    return number >= 0 && number < NUM_HUFF_TBLS ? tables[number] : NULL;
}

static bool is_same(const JHUFF_TBL *first, const JHUFF_TBL *second) {
    return first && second && !memcmp(first->bits + 1, second->bits + 1, sizeof first->bits - 1)
        && !memcmp(first->huffval, second->huffval, sizeof first->huffval);
}

/// Whether a file has the tables that libjpeg begins with, those of annex K, which have a code for everything. `info` has them.
static bool has_standard_tables(const struct jpeg_decompress_struct *source, const struct jpeg_compress_struct *info) {
    for (int index = 0; index < info->num_components; index++) {
        const jpeg_component_info *from = &source->comp_info[index];
        const jpeg_component_info *to = &info->comp_info[index];
        if (!is_same(table(source->dc_huff_tbl_ptrs, from->dc_tbl_no), table(info->dc_huff_tbl_ptrs, to->dc_tbl_no))
            || !is_same(table(source->ac_huff_tbl_ptrs, from->ac_tbl_no), table(info->ac_huff_tbl_ptrs, to->ac_tbl_no)))
            return false;
    }
    return !source->arith_code;
}

static void watch_writing(j_common_ptr common) {
    encoder *writer = (encoder *)common;
    const long pixels = (long)writer->info.image_width * DCTSIZE * writer->info.max_v_samp_factor;
    if (!goes_on(&writer->pace, pixels)) give_up(&writer->errors, "stopped");
}

postcard_bytes postcard_jpeg_decoder_write_coefficients(
    postcard_jpeg_decoder *decoder, const postcard_jpeg_segment *segments, size_t segment_count,
    postcard_continuation continues, char message[200]) {
    if (decoder->errors.failed || !decoder->coefficients) return (postcard_bytes){NULL, 0};
    encoder encoder = {.pace = {continues, 0}};
    struct jpeg_compress_struct *info = &encoder.info;
    info->err = prepare(&encoder.errors);
    if (setjmp(encoder.errors.escape)) {
        snprintf(message, 200, "%s", encoder.errors.message);
        return abandon(&encoder);
    }
    create(&encoder);
    encoder.progress.progress_monitor = watch_writing;
    info->progress = &encoder.progress;
    jpeg_copy_critical_parameters(&decoder->info, info);
    // Nothing of the file's own markers goes on.
    info->JFIF_major_version = info->JFIF_minor_version = 1;
    info->density_unit = 1;
    info->X_density = info->Y_density = 72;
    for (int index = 0; index < info->num_components; index++) info->comp_info[index].component_id = index + 1;
    info->optimize_coding = !has_standard_tables(&decoder->info, info);
    if (decoder->info.progressive_mode) jpeg_simple_progression(info);
    jpeg_write_coefficients(info, decoder->coefficients);
    write_markers(info, segments, segment_count);
    jpeg_finish_compress(info);
    jpeg_destroy_compress(info);
    return encoder.target.output.bytes;
}
