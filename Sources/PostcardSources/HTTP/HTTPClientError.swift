import CCurl

/// An error from an HTTP client: the response is missing or incomplete.
package struct HTTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable {
        /// The URL is not an http or https URL with a host.
        case badAddress
        /// No connection could be opened: the name is wrong, the port is closed, or there is no network.
        case cannotConnect
        /// The response was not complete within the timeout.
        case timedOut
        /// The connection was closed before the response was complete.
        case connectionLost
        /// The response is not HTTP.
        case badProtocol
        /// There are too many redirects, or they form a loop.
        case tooManyRedirects
        /// The body exceeds the maximum length.
        case bodyTooLarge
        /// The certificate of the server is not trusted.
        case untrusted
        /// libcurl is not installed.
        case missingLibrary
    }

    /// The kind of error.
    package let code: Code

    /// The message, which contains the URL without its query.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }
}

extension HTTPClientError {
    /// Makes the error for a failed libcurl transfer.
    ///
    /// - Parameter place: the name of the server.
    init(_ result: CURLcode, at place: String, isConnected: Bool = true) {
        switch result {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            self.init(.cannotConnect, "Can't connect to \(place). Check the URL and the network.")
        case CURLE_OPERATION_TIMEDOUT where !isConnected:
            self.init(.cannotConnect, "\(place) took too long to accept a connection.")
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.timedOut, "\(place) took too long to respond.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self.init(
                .untrusted,
                "The certificate of \(place) is not trusted: it has expired, is for another name, or is from an unknown authority."
            )
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            self.init(.connectionLost, "\(place) closed the connection before its response was complete.")
        case CURLE_URL_MALFORMAT:
            self.init(.badAddress, "\(place) is not a valid URL.")
        case CURLE_OUT_OF_MEMORY:
            self.init(.connectionLost, "There is not enough memory to connect to \(place).")
        default:
            self.init(.badProtocol, "\(place) did not send a valid HTTP response.")
        }
    }
}
