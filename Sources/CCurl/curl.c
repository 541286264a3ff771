#include "CCurl.h"
#include "../CPostcardShims/lazy_library.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Older versions lack the names that newer ones want in their place.
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define CURL_FUNCTIONS(F)                                                                                              \
    F(curl_global_init) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_getinfo) F(curl_easy_pause)                  \
    F(curl_easy_cleanup) F(curl_slist_append) F(curl_slist_free_all) F(curl_multi_init) F(curl_multi_setopt)           \
    F(curl_multi_add_handle) F(curl_multi_remove_handle) F(curl_multi_perform) F(curl_multi_poll)                      \
    F(curl_multi_wakeup) F(curl_multi_info_read) F(curl_multi_cleanup)

POSTCARD_LIBRARY(curl, CURL_FUNCTIONS, "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib")

static bool initialize(void) { return curl_is_ready() && curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

bool postcard_curl_is_ready(void) {
    static postcard_attempt attempt = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return postcard_succeed(&attempt, initialize);
}

struct postcard_curl_transfer {
    CURL *easy;
    struct curl_slist *fields;
    struct curl_slist *addresses;
    postcard_curl_options options;
    int64_t sent;
};

typedef struct {
    void (*body)(void *);
    void *context;
} thread_start;

static void *run_thread(void *argument) {
    thread_start start = *(thread_start *)argument;
    free(argument);
    // OpenSSL writes to connections that the other side has closed.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    start.body(start.context);
    return NULL;
}

bool postcard_curl_start_thread(void (*body)(void *), void *context) {
    thread_start *start = malloc(sizeof *start);
    if (!start) return false;
    *start = (thread_start){body, context};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_thread, start)) {
        free(start);
        return false;
    }
    pthread_detach(thread);
    return true;
}

postcard_curl_set *postcard_curl_make_set(long connections_per_host, long kept_connections) {
    CURLM *multi = curl.curl_multi_init();
    if (!multi) return NULL;
    curl.curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
    curl.curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kept_connections);
    curl.curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    return (postcard_curl_set *)multi;
}

void postcard_curl_end_set(postcard_curl_set *set) { curl.curl_multi_cleanup((CURLM *)set); }

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
    postcard_curl_options *options = &((postcard_curl_transfer *)context)->options;
    options->note_progress(options->context);
    options->take_line(options->context, (const uint8_t *)bytes, size * count);
    return size * count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    postcard_curl_options *options = &((postcard_curl_transfer *)context)->options;
    options->note_progress(options->context);
    bool is_taken = options->take_body(options->context, (const uint8_t *)bytes, size * count);
    return is_taken ? size * count : CURL_WRITEFUNC_PAUSE;
}

static size_t give_body(char *bytes, size_t size, size_t count, void *context) {
    postcard_curl_transfer *transfer = context;
    transfer->options.note_progress(transfer->options.context);
    size_t given =
        transfer->options.give_body(transfer->options.context, transfer->sent, (uint8_t *)bytes, size * count);
    transfer->sent += (int64_t)given;
    return given;
}

/// A request that went over a connection which the server had just closed is sent again from its beginning.
static int seek_body(void *context, curl_off_t offset, int origin) {
    if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
    ((postcard_curl_transfer *)context)->sent = offset;
    return CURL_SEEKFUNC_OK;
}

/// Programs that are started meanwhile do not get the socket.
static int keep_socket(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    (void)context;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    return CURL_SOCKOPT_OK;
}

bool postcard_curl_add_field(postcard_curl_transfer *transfer, const char *field) {
    struct curl_slist *fields = curl.curl_slist_append(transfer->fields, field);
    if (fields) transfer->fields = fields;
    return fields;
}

static bool set_up(
    postcard_curl_transfer *transfer, const char *url, const char *method, const char *address,
    const char *authorities) {
    CURL *easy = transfer->easy;
    postcard_curl_options *options = &transfer->options;
    bool is_good = true;
#define SET(OPTION, VALUE) is_good = curl.curl_easy_setopt(easy, CURLOPT_##OPTION, VALUE) == CURLE_OK && is_good
    SET(URL, url);
    // The path is the one that was checked or signed, dots and all.
    SET(PATH_AS_IS, 1L);
    SET(PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(FOLLOWLOCATION, 0L);
    SET(NOSIGNAL, 1L);
    SET(PRIVATE, options->context);
    SET(CONNECTTIMEOUT_MS, options->connect_milliseconds);
    SET(BUFFERSIZE, 128L << 10);
    SET(SUPPRESS_CONNECT_HEADERS, 1L);
    SET(HEADERFUNCTION, take_line);
    SET(HEADERDATA, transfer);
    SET(WRITEFUNCTION, take_body);
    SET(WRITEDATA, transfer);
    SET(SOCKOPTFUNCTION, keep_socket);
    if (options->unpacks) SET(ACCEPT_ENCODING, "gzip, deflate");
    if (!options->uses_proxies) SET(PROXY, "");
    if (authorities) SET(CAINFO, authorities);
    if (options->body_count >= 0) {
        SET(UPLOAD, 1L);
        SET(READFUNCTION, give_body);
        SET(READDATA, transfer);
        SET(SEEKFUNCTION, seek_body);
        SET(SEEKDATA, transfer);
        SET(INFILESIZE_LARGE, (curl_off_t)options->body_count);
        SET(UPLOAD_BUFFERSIZE, 256L << 10);
        // It would wait a second for servers that do not know the question.
        is_good = postcard_curl_add_field(transfer, "Expect:") && is_good;
    } else if (!strcmp(method, "HEAD")) {
        SET(NOBODY, 1L);
    }
    if (strcmp(method, "HEAD") && strcmp(method, "GET")) SET(CUSTOMREQUEST, method);
    if (address) {
        // For whatever host and port the URL is read to have: nothing is looked up, and a connection is used again for its address only.
        char text[80];
        int count = snprintf(text, sizeof text, "::%s:", address);
        transfer->addresses = count < (int)sizeof text ? curl.curl_slist_append(NULL, text) : NULL;
        is_good = transfer->addresses && is_good;
        SET(CONNECT_TO, transfer->addresses);
    }
#undef SET
    return is_good;
}

static void free_transfer(postcard_curl_transfer *transfer) {
    if (transfer->easy) curl.curl_easy_cleanup(transfer->easy);
    curl.curl_slist_free_all(transfer->fields);
    curl.curl_slist_free_all(transfer->addresses);
    free(transfer);
}

postcard_curl_transfer *postcard_curl_make(
    const char *url, const char *method, const char *address, const char *authorities,
    const postcard_curl_options *options) {
    postcard_curl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->options = *options;
    transfer->easy = curl.curl_easy_init();
    if (transfer->easy && set_up(transfer, url, method, address, authorities)) return transfer;
    free_transfer(transfer);
    return NULL;
}

bool postcard_curl_begin(postcard_curl_set *set, postcard_curl_transfer *transfer) {
    return curl.curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->fields) == CURLE_OK
        && curl.curl_multi_add_handle((CURLM *)set, transfer->easy) == CURLM_OK;
}

void postcard_curl_continue(postcard_curl_transfer *transfer) { curl.curl_easy_pause(transfer->easy, CURLPAUSE_CONT); }

void postcard_curl_end(postcard_curl_set *set, postcard_curl_transfer *transfer) {
    curl.curl_multi_remove_handle((CURLM *)set, transfer->easy);
    free_transfer(transfer);
}

bool postcard_curl_is_connected(const postcard_curl_transfer *transfer) {
    curl_off_t microseconds = 0;
    curl.curl_easy_getinfo(transfer->easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}

void postcard_curl_work(postcard_curl_set *set, int milliseconds) {
    int count;
    curl.curl_multi_poll((CURLM *)set, NULL, 0, milliseconds, NULL);
    curl.curl_multi_perform((CURLM *)set, &count);
}

void postcard_curl_wake(postcard_curl_set *set) { curl.curl_multi_wakeup((CURLM *)set); }

static postcard_curl_result result_of(CURLcode code) {
    switch (code) {
    case CURLE_OK: return postcard_curl_ok;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return postcard_curl_cannot_connect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return postcard_curl_untrusted;
    // No other limit is set.
    case CURLE_OPERATION_TIMEDOUT: return postcard_curl_connect_timed_out;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return postcard_curl_connection_lost;
    case CURLE_URL_MALFORMAT: return postcard_curl_bad_address;
    case CURLE_OUT_OF_MEMORY: return postcard_curl_out_of_memory;
    default: return postcard_curl_bad_protocol;
    }
}

void *postcard_curl_next_result(postcard_curl_set *set, postcard_curl_result *result) {
    int count;
    for (CURLMsg *message; (message = curl.curl_multi_info_read((CURLM *)set, &count));) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = result_of(message->data.result);
        void *context = NULL;
        curl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
        return context;
    }
    return NULL;
}
