#include "PostcardShims.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void *postcard_allocate(size_t count) {
    return calloc(count, 1);
}

void postcard_release(void *memory) {
    free(memory);
}

static postcard_bytes read_all(int file, size_t limit) {
    postcard_bytes bytes = {NULL, 0};
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0) return bytes;
    size_t size = (size_t)status.st_size;
    if (size > limit) size = limit;
    // A byte at least, so that NULL means failure.
    if (!(bytes.data = malloc(size ? size : 1))) return bytes;
    while (bytes.count < size) {
        ssize_t count = read(file, bytes.data + bytes.count, size - bytes.count);
        if (count <= 0) break;
        bytes.count += (size_t)count;
    }
    return bytes;
}

postcard_bytes postcard_read_file(const char *path, size_t limit) {
    postcard_bytes bytes = {NULL, 0};
    // Not blocking, because opening a pipe would wait for its writer.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return bytes;
    bytes = read_all(file, limit);
    close(file);
    return bytes;
}
