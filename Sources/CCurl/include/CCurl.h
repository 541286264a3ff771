#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few calls of libcurl that the HTTP client makes. All but `postcard_curl_is_ready`, `postcard_curl_wake` and
// `postcard_curl_start_thread` belong to one thread for each set of transfers.

/// A set of transfers that share connections.
typedef struct postcard_curl_set postcard_curl_set;
/// A transfer: one request and its response.
typedef struct postcard_curl_transfer postcard_curl_transfer;

typedef enum {
    postcard_curl_ok,
    /// The name is unknown, nobody listens, or the network is away.
    postcard_curl_cannot_connect,
    /// The certificate is wrong, expired or for another name, or there is no common version of TLS.
    postcard_curl_untrusted,
    postcard_curl_connect_timed_out,
    postcard_curl_connection_lost,
    postcard_curl_bad_address,
    postcard_curl_out_of_memory,
    postcard_curl_bad_protocol
} postcard_curl_result;

typedef struct {
    /// The number of bytes that are sent; -1 for a request without a body.
    int64_t body_count;
    long connect_milliseconds;
    bool uses_proxies;
    /// True to take compressed bodies and unpack them.
    bool unpacks;
    void *_Nonnull context;
    /// Takes one line of a head.
    void (*_Nonnull take_line)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
    /// Takes bytes of the body; returns false to be given them again after `postcard_curl_continue`.
    bool (*_Nonnull take_body)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
    /// Copies bytes of the request's body from an offset on.
    size_t (*_Nonnull give_body)(void *_Nonnull context, int64_t offset, uint8_t *_Nonnull bytes, size_t count);
    /// Called when bytes went over the connection.
    void (*_Nonnull note_progress)(void *_Nonnull context);
} postcard_curl_options;

/// Opens libcurl; false when it is not there.
bool postcard_curl_is_ready(void);

/// Starts a thread that no SIGPIPE reaches; false when there can be no more.
bool postcard_curl_start_thread(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// NULL when there is no memory.
postcard_curl_set *_Nullable postcard_curl_make_set(long connections_per_host, long kept_connections);
void postcard_curl_end_set(postcard_curl_set *_Nonnull set);

/// Makes a transfer; NULL when libcurl refuses one of the values or there is no memory.
///
/// `address` is the only one that is connected to, IPv6 in brackets; NULL for any that the host has. `authorities` is a file of
/// certificates; NULL for the system's.
postcard_curl_transfer *_Nullable postcard_curl_make(
    const char *_Nonnull url, const char *_Nonnull method, const char *_Nullable address,
    const char *_Nullable authorities, const postcard_curl_options *_Nonnull options);
/// Adds a field, `Name: value`, or `Name;` for an empty one.
bool postcard_curl_add_field(postcard_curl_transfer *_Nonnull transfer, const char *_Nonnull field);
/// Begins a transfer. It has to be ended also when it could not begin.
bool postcard_curl_begin(postcard_curl_set *_Nonnull set, postcard_curl_transfer *_Nonnull transfer);
/// Goes on after `take_body` had returned false.
void postcard_curl_continue(postcard_curl_transfer *_Nonnull transfer);
/// True when there is a connection for it: it does not wait for one to be free.
bool postcard_curl_is_connected(const postcard_curl_transfer *_Nonnull transfer);
/// Ends a transfer, complete or not.
void postcard_curl_end(postcard_curl_set *_Nonnull set, postcard_curl_transfer *_Nonnull transfer);

/// Waits until something happens, but no longer than that, and works on what can be worked on.
void postcard_curl_work(postcard_curl_set *_Nonnull set, int milliseconds);
/// Ends the waiting.
void postcard_curl_wake(postcard_curl_set *_Nonnull set);
/// A transfer that has come to its end; NULL when there is none. It has to be ended before the next is asked for.
void *_Nullable postcard_curl_next_result(postcard_curl_set *_Nonnull set, postcard_curl_result *_Nonnull result);

#endif
