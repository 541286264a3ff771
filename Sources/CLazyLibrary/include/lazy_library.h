#ifndef POSTCARD_LAZY_LIBRARY_H
#define POSTCARD_LAZY_LIBRARY_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

// Linking libraries that few processes need would cost each process milliseconds, so they are opened on first use. `POSTCARD_LIBRARY` makes
// a table of the functions in `LIST`, an X macro, and `NAME_is_ready()`, which fills it once. A library that can't be opened is tried again
// after a second, since the search for a missing one takes a tenth of a millisecond. It is tried immediately if the process had too many
// files open.

#define POSTCARD_DECLARE(function) __typeof__(function) *function;
#define POSTCARD_FIND(function) \
    if (!(table->function = (__typeof__(function) *)dlsym(library, #function))) return false;

// A library's file names by its major version, on Linux and for Homebrew on macOS.
#define POSTCARD_NAMES(name, version)                                                                    \
    name ".so." version, name "." version ".dylib", "/opt/homebrew/lib/" name "." version ".dylib",      \
        "/usr/local/lib/" name "." version ".dylib"

// The first of these files that can be opened, otherwise NULL.
#define POSTCARD_OPEN(...) postcard_open_library((const char *const[]){__VA_ARGS__, NULL})

#define POSTCARD_LIBRARY(NAME, LIST, ...)                                                     \
    typedef struct {                                                                          \
        LIST(POSTCARD_DECLARE)                                                                \
    } NAME##_functions;                                                                       \
    POSTCARD_TABLE(NAME##_functions, NAME, LIST, __VA_ARGS__)

// The same for a table whose type is declared in a header.
#define POSTCARD_TABLE(TYPE, NAME, LIST, ...)                                                 \
    static TYPE NAME;                                                                         \
    static bool NAME##_load(void) {                                                           \
        TYPE *table = &NAME;                                                                  \
        void *library = POSTCARD_OPEN(__VA_ARGS__);                                           \
        if (!library) return false;                                                           \
        LIST(POSTCARD_FIND)                                                                   \
        return true;                                                                          \
    }                                                                                         \
    static bool NAME##_is_ready(void) {                                                       \
        static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};                \
        return postcard_succeed(&attempt, NAME##_load);                                       \
    }

/// An action that is done once, as soon as possible.
typedef struct {
    pthread_mutex_t lock;
    atomic_bool is_done;
    /// The time of the last attempt with free descriptors; 0 for never.
    time_t second;
} postcard_attempt;

static inline bool postcard_is_short_of_descriptors(void) {
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return errno == EMFILE || errno == ENFILE;
    close(descriptor);
    return false;
}

static inline bool postcard_succeed(postcard_attempt *attempt, bool (*work)(void)) {
    if (atomic_load_explicit(&attempt->is_done, memory_order_acquire)) return true;
    pthread_mutex_lock(&attempt->lock);
    bool is_done = atomic_load_explicit(&attempt->is_done, memory_order_relaxed);
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!is_done && now.tv_sec != attempt->second) {
        is_done = work();
        atomic_store_explicit(&attempt->is_done, is_done, memory_order_release);
        if (!is_done && !postcard_is_short_of_descriptors()) attempt->second = now.tv_sec;
    }
    pthread_mutex_unlock(&attempt->lock);
    return is_done;
}

static inline void *postcard_open_library(const char *const *names) {
    void *library = NULL;
    for (; *names && !library; names++) library = dlopen(*names, RTLD_LAZY | RTLD_LOCAL);
    return library;
}

#endif
