#include "PostcardShims.h"

#include <gd.h>
#include <gd_errors.h>
#include <stdarg.h>
#include <stdlib.h>

static void ignore_message(int priority, const char *format, va_list arguments) {
    (void)priority, (void)format, (void)arguments;
}

void postcard_gd_silence(void) {
    gdSetErrorMethod(ignore_message);
}

void postcard_bytes_free(postcard_bytes bytes) {
    free(bytes.data);
}
