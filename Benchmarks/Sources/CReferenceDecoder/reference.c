#include "ReferenceDecoder.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

bool reference_jpeg_decode(const uint8_t *bytes, size_t count, int eighths) {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    info.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.scale_num = (unsigned)eighths;
    info.scale_denom = 8;
    jpeg_start_decompress(&info);
    JSAMPROW row = malloc((size_t)info.output_width * (size_t)info.output_components);
    while (row && info.output_scanline < info.output_height) jpeg_read_scanlines(&info, &row, 1);
    bool is_done = row != NULL;
    if (is_done) jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    free(row);
    return is_done;
}
