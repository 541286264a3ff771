#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>

// Older versions lack the names that newer ones recommend instead.
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define POSTCARD_CURL_FUNCTIONS(F)                                                                                     \
    F(curl_global_init) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_getinfo) F(curl_easy_pause)                  \
    F(curl_easy_cleanup) F(curl_slist_append) F(curl_slist_free_all) F(curl_multi_init) F(curl_multi_setopt)           \
    F(curl_multi_add_handle) F(curl_multi_remove_handle) F(curl_multi_perform) F(curl_multi_poll)                      \
    F(curl_multi_wakeup) F(curl_multi_info_read) F(curl_multi_cleanup)
#define POSTCARD_CURL_POINTER(function) __typeof__(function) *_Nonnull function;

/// The functions of libcurl that the HTTP client calls. Those with a variable number of arguments, which Swift can't call, are below.
typedef struct {
    POSTCARD_CURL_FUNCTIONS(POSTCARD_CURL_POINTER)
} postcard_curl_functions;
typedef CURL *postcard_curl_easy;
typedef CURLM *postcard_curl_multi;

/// Opens libcurl at the first call. Returns NULL if it is not installed.
const postcard_curl_functions *_Nullable postcard_curl_open(void);

/// Sets an option that is a `long` or a `curl_off_t`.
bool postcard_curl_set_number(postcard_curl_easy _Nonnull easy, CURLoption option, long long number);
/// Sets an option that is a string, a list, a function or its context. Strings are copied.
bool postcard_curl_set_pointer(postcard_curl_easy _Nonnull easy, CURLoption option, const void *_Nullable pointer);
void postcard_curl_set_limit(postcard_curl_multi _Nonnull multi, CURLMoption option, long limit);
/// Returns the pointer that was set by `CURLOPT_PRIVATE`.
void *_Nonnull postcard_curl_context(postcard_curl_easy _Nonnull easy);
/// Returns true if the transfer has a connection, including TLS.
bool postcard_curl_is_connected(postcard_curl_easy _Nonnull easy);

/// Starts a thread. Returns false if the system allows no more.
bool postcard_curl_start_thread(void *_Nullable (*_Nonnull body)(void *_Nullable context), void *_Nullable context);

#endif
