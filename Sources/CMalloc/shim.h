// mallopt, which is not in Swift's module of the C library.
#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif
