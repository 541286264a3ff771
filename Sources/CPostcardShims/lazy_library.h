#ifndef POSTCARD_LAZY_LIBRARY_H
#define POSTCARD_LAZY_LIBRARY_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Little CMS, libwebp, libtiff, libheif, libjxl and libgd are needed by few pictures and cost every process milliseconds when linked, so
// they are opened when first used. `POSTCARD_LIBRARY` makes a table of the functions named in `LIST`, an X macro, and
// `NAME_is_ready()`, which fills it once.

#define POSTCARD_DECLARE(function) __typeof__(function) *function;
#define POSTCARD_FIND(function) \
    if (!(table->function = (__typeof__(function) *)dlsym(library, #function))) return;

#define POSTCARD_LIBRARY(NAME, LIST, ...)                                                     \
    static struct {                                                                           \
        bool is_ready;                                                                        \
        LIST(POSTCARD_DECLARE)                                                                \
    } NAME;                                                                                   \
    static void NAME##_load(void) {                                                           \
        static const char *const names[] = {__VA_ARGS__};                                     \
        __typeof__(NAME) *table = &NAME;                                                      \
        void *library = postcard_open_library(names, sizeof names / sizeof *names);           \
        if (!library) return;                                                                 \
        LIST(POSTCARD_FIND)                                                                   \
        table->is_ready = true;                                                               \
    }                                                                                         \
    static bool NAME##_is_ready(void) {                                                       \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                       \
        pthread_once(&once, NAME##_load);                                                     \
        return NAME.is_ready;                                                                 \
    }

static inline void *postcard_open_library(const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

#endif
