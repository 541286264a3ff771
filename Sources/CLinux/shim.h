// Functions of Linux that are not in Swift's module of the C library: mallopt and statfs.
#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#include <sys/vfs.h>
#endif
