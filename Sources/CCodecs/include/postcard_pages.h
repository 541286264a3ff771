#ifndef POSTCARD_PAGES_H
#define POSTCARD_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/// Returns the pages between two addresses to the system. Their content is lost. Pages of shared memory are also removed from its file.
void postcard_release_pages(void *start, size_t count, bool is_shared);

#endif
