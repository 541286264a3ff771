#include "CCurl.h"

#include <lazy_library.h>
#include <stdint.h>

static postcard_curl_functions curl;

static bool load(void) {
    postcard_curl_functions *table = &curl;
    void *library = POSTCARD_OPEN("libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib");
    if (!library) return false;
    POSTCARD_CURL_FUNCTIONS(POSTCARD_FIND)
    // OpenSSL would clean up when the process exits, while transfers are still running (`OPENSSL_INIT_NO_ATEXIT`).
    int (*initialize)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
    if (initialize) initialize(0x00080000, NULL);
    return table->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const postcard_curl_functions *postcard_curl_open(void) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, load) ? &curl : NULL;
}

bool postcard_curl_set_number(postcard_curl_easy easy, CURLoption option, long long number) {
    CURLcode result = option < CURLOPTTYPE_OFF_T ? curl.curl_easy_setopt(easy, option, (long)number)
                                                 : curl.curl_easy_setopt(easy, option, (curl_off_t)number);
    return result == CURLE_OK;
}

bool postcard_curl_set_pointer(postcard_curl_easy easy, CURLoption option, const void *pointer) {
    return curl.curl_easy_setopt(easy, option, pointer) == CURLE_OK;
}

void postcard_curl_set_limit(postcard_curl_multi multi, CURLMoption option, long limit) {
    curl.curl_multi_setopt(multi, option, limit);
}

void *postcard_curl_context(postcard_curl_easy easy) {
    char *context = NULL;
    curl.curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}

bool postcard_curl_is_connected(postcard_curl_easy easy) {
    curl_off_t microseconds = 0;
    curl.curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}

bool postcard_curl_start_thread(void *(*body)(void *), void *context) {
    pthread_t thread;
    return !pthread_create(&thread, NULL, body, context) && !pthread_detach(thread);
}
