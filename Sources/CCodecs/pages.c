#include "postcard_pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void postcard_release_pages(void *start, size_t count, bool is_shared) {
#ifdef __linux__
    size_t page = (size_t)sysconf(_SC_PAGESIZE), first = ((uintptr_t)start + page - 1) / page * page;
    size_t end = ((uintptr_t)start + count) / page * page;
    if (end > first) madvise((void *)first, end - first, is_shared ? MADV_REMOVE : MADV_DONTNEED);
#else
    (void)start, (void)count, (void)is_shared;
#endif
}
