#include "CQR.h"

#include <lazy_library.h>

// The header of libqrencode 4 is not needed to build. If it is present, the compiler checks these declarations.
#if __has_include(<qrencode.h>)
#include <qrencode.h>
#else
typedef enum { QR_ECLEVEL_L } QRecLevel;
typedef struct {
    int version;
    int width;
    unsigned char *data;
} QRcode;
#endif
QRcode *QRcode_encodeString8bit(const char *text, int version, QRecLevel level);
void QRcode_free(QRcode *code);

#define QR_FUNCTIONS(F) F(QRcode_encodeString8bit) F(QRcode_free)

POSTCARD_LIBRARY(qr, QR_FUNCTIONS, POSTCARD_NAMES("libqrencode", "4"))

int postcard_qr_encode(const char *text, uint8_t *modules, size_t capacity) {
    QRcode *code = qr_is_ready() ? qr.QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) : NULL;
    if (!code) return -1;
    int width = code->width;
    size_t count = (size_t)width * (size_t)width;
    if (count > capacity) width = -1;
    // The other bits of a module describe its purpose.
    for (size_t i = 0; width > 0 && i < count; i++) modules[i] = code->data[i] & 1;
    qr.QRcode_free(code);
    return width;
}
