#include "CText.h"

#include <lazy_library.h>
#include <stdlib.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "libthai takes wide characters, which must be Unicode scalars");

// The headers of libthai 0.1.25 or later are not needed to build. If they are present, the compiler checks these declarations.
#if __has_include(<thai/thwbrk.h>)
#include <thai/thbrk.h>
#include <thai/thwbrk.h>
#else
typedef struct _ThBrk ThBrk;
#endif
ThBrk *th_brk_new(const char *dictionary);
int th_brk_wc_find_breaks(ThBrk *breaker, const wchar_t *text, int positions[], size_t count);

#define THAI_FUNCTIONS(F) F(th_brk_new) F(th_brk_wc_find_breaks)

POSTCARD_LIBRARY(thai, THAI_FUNCTIONS, POSTCARD_NAMES("libthai", "0"))

static ThBrk *breaker;

/// Reads the dictionary, which stays in memory until the process exits.
static bool open_dictionary(void) {
    if (thai_is_ready()) breaker = thai.th_brk_new(NULL);
    return breaker != NULL;
}

int postcard_thai_breaks(const uint32_t *text, size_t count, int *positions) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    // libthai does not document that threads can share a dictionary.
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!postcard_succeed(&attempt, open_dictionary)) return -1;
    wchar_t *copy = calloc(count + 1, sizeof *copy);
    if (!copy) return -1;
    for (size_t i = 0; i < count; i++) copy[i] = (wchar_t)text[i];
    pthread_mutex_lock(&lock);
    int found = thai.th_brk_wc_find_breaks(breaker, copy, positions, count);
    pthread_mutex_unlock(&lock);
    free(copy);
    return found;
}
