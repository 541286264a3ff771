// Linux functions that are missing in Swift's module of the C library: mallopt, statfs and memmem.
#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#include <sys/vfs.h>

void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);
#endif
