#ifndef POSTCARD_TEMPLATES_H
#define POSTCARD_TEMPLATES_H

#include <stddef.h>
#include <stdint.h>

/// A built-in template: the files of its folder, embedded in the program. The bytes are constant and exist as long as the process, so any
/// thread can read them.
typedef struct {
    const char *_Nonnull name;
    const uint8_t *_Nonnull json;
    size_t json_count;
    const uint8_t *_Nonnull picture;
    size_t picture_count;
} postcard_template;

/// All built-in templates.
const postcard_template *_Nonnull postcard_templates(void);

/// The number of templates.
size_t postcard_templates_count(void);

#endif
