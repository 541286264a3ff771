#ifndef POSTCARD_WEB_H
#define POSTCARD_WEB_H

#include <stddef.h>
#include <stdint.h>

/// A file of the web app, embedded in the program. The bytes are constant and live as long as the process, so they may be read
/// from any thread.
typedef struct {
    /// The path inside `app`, such as `js/main.js`.
    const char *_Nonnull name;
    /// The media type.
    const char *_Nonnull type;
    const uint8_t *_Nonnull bytes;
    size_t count;
} postcard_web_file;

/// All files, in the order of their names.
const postcard_web_file *_Nonnull postcard_web_files(void);

/// The number of files.
size_t postcard_web_files_count(void);

#endif
