import CCurl
import PlatformFoundation

extension HTTPTransportError {
    /// The error of a transfer that libcurl ended.
    ///
    /// - Parameters:
    ///   - result: Why it did.
    ///   - address: Where the request went.
    ///   - isConnected: Whether there had been a connection.
    init(_ result: CURLcode, at address: String, isConnected: Bool = true) {
        let place = URL(string: address)?.withoutSecrets ?? "The server"
        switch result {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            self.init(.cannotConnect, "Cannot connect to \(place). Check the address and the network.")
        case CURLE_OPERATION_TIMEDOUT where !isConnected:
            self.init(.cannotConnect, "\(place) took too long to accept a connection.")
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.timedOut, "\(place) took too long to answer.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self.init(
                .untrusted,
                "\(place) has no certificate that can be trusted: it is expired, for another name, or of an unknown authority."
            )
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            self.init(.connectionLost, "\(place) closed the connection before its answer was complete.")
        case CURLE_URL_MALFORMAT:
            self.init(.badAddress, "\(place) is not an address.")
        case CURLE_OUT_OF_MEMORY:
            self.init(.connectionLost, "There is not enough memory to talk to \(place).")
        default:
            self.init(.badProtocol, "\(place) does not answer in HTTP.")
        }
    }
}
