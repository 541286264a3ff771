#include "PostcardFonts.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t frankmark[] = {
#embed "../Frankmark-Regular.ttf"
};
#pragma clang diagnostic pop

const uint8_t *postcard_frankmark_bytes(void) { return frankmark; }

size_t postcard_frankmark_count(void) { return sizeof frankmark; }
