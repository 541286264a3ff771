#include "PostcardShims.h"

#include <stdlib.h>

void *postcard_allocate(size_t count) {
    return calloc(count, 1);
}

void postcard_release(void *memory) {
    free(memory);
}
