#include "CJPEGCoefficients.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf failure;
} error_manager;

static void fail(j_common_ptr info) { longjmp(((error_manager *)info->err)->failure, 1); }

static void count_warnings(j_common_ptr info, int level) {
    if (level < 0) info->err->num_warnings++;
}

jpeg_coefficients jpeg_coefficients_read(const uint8_t *bytes, size_t count, int component, bool ignores_warnings) {
    jpeg_coefficients result = {0};
    struct jpeg_decompress_struct info;
    error_manager errors;
    int16_t *volatile values = NULL;
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = fail;
    errors.base.emit_message = count_warnings;
    if (setjmp(errors.failure)) {
        free(values);
        jpeg_destroy_decompress(&info);
        return (jpeg_coefficients){0};
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(&info);
    if (component < info.num_components && info.comp_info[component].quant_table
        && (ignores_warnings || errors.base.num_warnings == 0)) {
        jpeg_component_info *found = &info.comp_info[component];
        result.blocks_per_row = (int)found->width_in_blocks;
        result.block_rows = (int)found->height_in_blocks;
        memcpy(result.quantization, found->quant_table->quantval, sizeof result.quantization);
        size_t row_bytes = sizeof(JBLOCK) * found->width_in_blocks;
        values = malloc(row_bytes * found->height_in_blocks);
        for (JDIMENSION row = 0; values && row < found->height_in_blocks; row++) {
            JBLOCKARRAY blocks = info.mem->access_virt_barray((j_common_ptr)&info, arrays[component], row, 1, FALSE);
            memcpy((char *)values + row_bytes * row, blocks[0], row_bytes);
        }
    }
    result.values = values;
    jpeg_destroy_decompress(&info);
    return result;
}
