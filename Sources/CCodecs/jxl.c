#include "postcard_jxl.h"

#include <lazy_library.h>
#include <stdlib.h>
#include <string.h>

// Replaces libjxl's headers, since one program supports the versions 0.7 to 0.11. Only the second parameter of the two profile functions
// differs between them: 0.9 removed it.
//
// Debian 12's libjxl 0.7 is built without NDEBUG and prints errors in a file to standard error. Its interface can't turn that off: there is
// no callback for messages, and they do not pass through the memory manager or the runner.

typedef struct JxlDecoderStruct JxlDecoder;

typedef struct {
    void *opaque;
    void *(*alloc)(void *opaque, size_t size);
    void (*free)(void *opaque, void *address);
} JxlMemoryManager;

typedef struct {
    uint32_t channels;
    int type, endianness;
    size_t align;
} JxlPixelFormat;

typedef struct {
    int have_container;
    uint32_t width, height, bits, exponent_bits;
    float intensity_target, min_nits;
    int relative_to_max_display;
    float linear_below;
    int uses_original_profile, have_preview, have_animation, orientation;
    uint32_t colors, extra_channels, alpha_bits, alpha_exponent_bits;
    int is_premultiplied;
    uint32_t rest[8];
    uint8_t padding[100];
} JxlBasicInfo;

typedef struct {
    int type;
    uint32_t bits, exponent_bits, shift, name_length;
    int is_premultiplied;
    float spot_color[4];
    uint32_t cfa_channel;
    uint8_t padding[64];
} JxlExtraChannelInfo;

enum {
    status_success = 0,
    status_need_more_input = 2,
    status_need_image_out_buffer = 5,
    status_box_needs_more_output = 7,
    status_basic_info = 0x40,
    status_color_encoding = 0x100,
    status_full_image = 0x1000,
    status_box = 0x4000,
    type_uint8 = 2,
    channel_black = 4,
    profile_of_data = 1,
};

extern uint32_t JxlDecoderVersion(void);
extern JxlDecoder *JxlDecoderCreate(const JxlMemoryManager *manager);
extern void JxlDecoderDestroy(JxlDecoder *decoder);
extern int JxlDecoderSubscribeEvents(JxlDecoder *decoder, int events);
extern int JxlDecoderProcessInput(JxlDecoder *decoder);
extern int JxlDecoderSetInput(JxlDecoder *decoder, const uint8_t *data, size_t size);
extern int JxlDecoderGetBasicInfo(const JxlDecoder *decoder, JxlBasicInfo *info);
extern int JxlDecoderGetExtraChannelInfo(const JxlDecoder *decoder, size_t index, JxlExtraChannelInfo *info);
extern void JxlDecoderGetICCProfileSize(void);
extern void JxlDecoderGetColorAsICCProfile(void);
extern int JxlDecoderImageOutBufferSize(const JxlDecoder *decoder, const JxlPixelFormat *format, size_t *size);
extern int JxlDecoderSetDecompressBoxes(JxlDecoder *decoder, int decompress);
extern int JxlDecoderGetBoxType(JxlDecoder *decoder, char type[4], int decompressed);
extern int JxlDecoderSetBoxBuffer(JxlDecoder *decoder, uint8_t *data, size_t size);
extern size_t JxlDecoderReleaseBoxBuffer(JxlDecoder *decoder);
extern int JxlDecoderSetImageOutBuffer(JxlDecoder *decoder, const JxlPixelFormat *format, void *buffer, size_t size);

#define JXL_FUNCTIONS(F)                                                                                          \
    F(JxlDecoderVersion) F(JxlDecoderCreate) F(JxlDecoderDestroy) F(JxlDecoderSubscribeEvents)                     \
    F(JxlDecoderProcessInput) F(JxlDecoderSetInput) F(JxlDecoderGetBasicInfo)              \
    F(JxlDecoderGetExtraChannelInfo)                                                                              \
    F(JxlDecoderGetICCProfileSize) F(JxlDecoderGetColorAsICCProfile) F(JxlDecoderImageOutBufferSize)               \
    F(JxlDecoderSetImageOutBuffer) F(JxlDecoderSetDecompressBoxes) F(JxlDecoderGetBoxType)                         \
    F(JxlDecoderSetBoxBuffer) F(JxlDecoderReleaseBoxBuffer)

POSTCARD_LIBRARY(
    jxl, JXL_FUNCTIONS, POSTCARD_NAMES("libjxl", "0.11"), "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7")

/// The memory that a decoder may still use. Each block stores its size. It needs no lock: without a parallel runner, libjxl has no other
/// threads.
typedef struct {
    size_t available;
    bool is_exhausted;
} budget;

typedef union {
    size_t count;
    max_align_t alignment;
} block_head;

static void *allocate_counted(void *opaque, size_t count) {
    budget *budget = opaque;
    if (count > budget->available) {
        budget->is_exhausted = true;
        return NULL;
    }
    block_head *head = malloc(sizeof *head + count);
    if (!head) return NULL;
    head->count = count;
    budget->available -= count;
    return head + 1;
}

static void free_counted(void *opaque, void *memory) {
    if (!memory) return;
    budget *budget = opaque;
    block_head *head = (block_head *)memory - 1;
    budget->available += head->count;
    free(head);
}

static JxlDecoder *open_decoder(const uint8_t *bytes, size_t count, budget *budget, int events) {
    JxlMemoryManager manager = {budget, allocate_counted, free_counted};
    JxlDecoder *decoder = jxl.JxlDecoderCreate(&manager);
    if (!decoder) return NULL;
    jxl.JxlDecoderSubscribeEvents(decoder, events);
    jxl.JxlDecoderSetInput(decoder, bytes, count);
    return decoder;
}

static postcard_status failure(int status, const budget *budget) {
    if (budget->is_exhausted) return postcard_status_out_of_memory;
    return status == status_need_more_input ? postcard_status_truncated : postcard_status_damaged;
}

/// Returns true if one of the extra channels is black ink, as in CMYK pictures.
static bool has_black(const JxlDecoder *decoder, uint32_t channels) {
    for (uint32_t index = 0; index < channels; index++) {
        JxlExtraChannelInfo info = {0};
        if (jxl.JxlDecoderGetExtraChannelInfo(decoder, index, &info) == status_success && info.type == channel_black)
            return true;
    }
    return false;
}

bool postcard_jxl_is_available(void) {
    return jxl_is_ready();
}

postcard_status postcard_jxl_open(const uint8_t *bytes, size_t count, postcard_jxl_info *info) {
    *info = (postcard_jxl_info){0};
    if (!jxl_is_ready()) return postcard_status_missing_library;
    budget budget = {.available = 64 << 20};
    JxlDecoder *decoder = open_decoder(bytes, count, &budget, status_basic_info);
    if (!decoder) return postcard_status_out_of_memory;
    JxlBasicInfo basic;
    int status = jxl.JxlDecoderProcessInput(decoder);
    bool is_known = status == status_basic_info && jxl.JxlDecoderGetBasicInfo(decoder, &basic) == status_success;
    bool is_cmyk = is_known && has_black(decoder, basic.extra_channels);
    jxl.JxlDecoderDestroy(decoder);
    if (!is_known) return failure(status, &budget);
    if (basic.width > INT32_MAX || basic.height > INT32_MAX) return postcard_status_damaged;
    *info = (postcard_jxl_info){
        .width = (int)basic.width,
        .height = (int)basic.height,
        .is_gray = basic.colors == 1,
        .has_alpha = basic.alpha_bits != 0,
        .is_premultiplied = basic.is_premultiplied,
        .is_cmyk = is_cmyk,
        .is_animated = basic.have_animation != 0,
    };
    return postcard_status_ok;
}

/// Stops reading a box into a buffer of `capacity` bytes. A box that did not fit is dropped.
static void end_box(JxlDecoder *decoder, postcard_bytes *box, size_t capacity, bool fits) {
    size_t unused = jxl.JxlDecoderReleaseBoxBuffer(decoder);
    box->count = capacity - unused;
    if (fits && box->count > 0) return;
    free(box->data);
    *box = (postcard_bytes){0};
}

/// The maximum number of boxes that are read. Files have about ten.
static const int max_boxes = 1000;

void postcard_jxl_metadata(
    const uint8_t *bytes, size_t count, size_t max_bytes, postcard_bytes *exif, postcard_bytes *xmp) {
    *exif = *xmp = (postcard_bytes){0};
    if (!jxl_is_ready()) return;
    budget budget = {.available = 64 << 20};
    JxlDecoder *decoder = open_decoder(bytes, count, &budget, status_box);
    if (!decoder) return;
    jxl.JxlDecoderSetDecompressBoxes(decoder, 1);
    postcard_bytes *box = NULL;
    int status = status_success;
    for (int boxes = 0; boxes < max_boxes && (status = jxl.JxlDecoderProcessInput(decoder)) == status_box; boxes++) {
        if (box) end_box(decoder, box, max_bytes, true);
        char type[4];
        if (jxl.JxlDecoderGetBoxType(decoder, type, 1) != status_success) {
            box = NULL;
            break;
        }
        box = memcmp(type, "Exif", 4) == 0 ? exif : memcmp(type, "xml ", 4) == 0 ? xmp : NULL;
        if (box && box->data) box = NULL;
        if (!box) continue;
        box->data = malloc(max_bytes);
        if (!box->data || jxl.JxlDecoderSetBoxBuffer(decoder, box->data, max_bytes) != status_success) {
            free(box->data);
            *box = (postcard_bytes){0};
            box = NULL;
        }
    }
    if (box) end_box(decoder, box, max_bytes, status != status_box_needs_more_output);
    jxl.JxlDecoderDestroy(decoder);
}

/// Returns the profile of the decoded pixels; `data` is NULL if there is none.
static postcard_bytes profile(const JxlDecoder *decoder) {
    postcard_bytes result = {0};
    size_t count = 0;
    bool is_old = jxl.JxlDecoderVersion() < 9000;
    void *size_of = (void *)jxl.JxlDecoderGetICCProfileSize, *copy = (void *)jxl.JxlDecoderGetColorAsICCProfile;
    typedef int (*old_size)(const JxlDecoder *, const JxlPixelFormat *, int, size_t *);
    typedef int (*new_size)(const JxlDecoder *, int, size_t *);
    typedef int (*old_copy)(const JxlDecoder *, const JxlPixelFormat *, int, uint8_t *, size_t);
    typedef int (*new_copy)(const JxlDecoder *, int, uint8_t *, size_t);
    int status = is_old ? ((old_size)size_of)(decoder, NULL, profile_of_data, &count)
                        : ((new_size)size_of)(decoder, profile_of_data, &count);
    if (status != status_success || count == 0 || count > 16 << 20) return result;
    result.data = malloc(count);
    if (!result.data) return result;
    status = is_old ? ((old_copy)copy)(decoder, NULL, profile_of_data, result.data, count)
                    : ((new_copy)copy)(decoder, profile_of_data, result.data, count);
    if (status == status_success) {
        result.count = count;
    } else {
        free(result.data);
        result.data = NULL;
    }
    return result;
}

postcard_status postcard_jxl_decode(
    const uint8_t *bytes, size_t count, size_t max_bytes, uint8_t *pixels, size_t pixel_bytes, postcard_bytes *icc) {
    *icc = (postcard_bytes){0};
    if (!jxl_is_ready()) return postcard_status_missing_library;
    budget budget = {.available = max_bytes};
    JxlDecoder *decoder = open_decoder(bytes, count, &budget, status_color_encoding | status_full_image);
    if (!decoder) return postcard_status_out_of_memory;
    const JxlPixelFormat format = {4, type_uint8, 0, 0};
    int status;
    bool is_ready = true;
    while (is_ready) {
        status = jxl.JxlDecoderProcessInput(decoder);
        if (status == status_color_encoding) {
            if (!icc->data) *icc = profile(decoder);
        } else if (status == status_need_image_out_buffer) {
            size_t needed = 0;
            is_ready = jxl.JxlDecoderImageOutBufferSize(decoder, &format, &needed) == status_success
                && needed == pixel_bytes
                && jxl.JxlDecoderSetImageOutBuffer(decoder, &format, pixels, pixel_bytes) == status_success;
        } else {
            break;
        }
    }
    jxl.JxlDecoderDestroy(decoder);
    // One frame is enough; the rest of an animation is ignored.
    if (is_ready && status == status_full_image) return postcard_status_ok;
    free(icc->data);
    *icc = (postcard_bytes){0};
    return is_ready ? failure(status, &budget) : postcard_status_damaged;
}
