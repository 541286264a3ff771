import PlatformFoundation

extension HTTPTransportError {
    /// The error for callers that an error of the HTTP client becomes; a cancelled task stays a `CancellationError`.
    static func translating(_ error: any Error, from url: URL) -> any Error {
        guard let error = error as? CurlError else { return error }
        let place = url.withoutSecrets
        return switch error {
        case .missingLibrary:
            HTTPTransportError(
                .missingLibrary, "The network cannot be used: libcurl is not installed (libcurl4 on Debian and Ubuntu)."
            )
        case .badAddress: HTTPTransportError(.badAddress, "\(place) is not an address.")
        case .cannotConnect:
            HTTPTransportError(.cannotConnect, "Cannot connect to \(place). Check the address and the network.")
        case .connectTimedOut:
            HTTPTransportError(.cannotConnect, "\(place) took too long to accept a connection.")
        case .untrusted:
            HTTPTransportError(
                .untrusted,
                "\(place) has no certificate that can be trusted: it is expired, for another name, or of an unknown authority."
            )
        case .timedOut: HTTPTransportError(.timedOut, "\(place) took too long to answer.")
        case .connectionLost:
            HTTPTransportError(.connectionLost, "\(place) closed the connection before its answer was complete.")
        case .badProtocol: HTTPTransportError(.badProtocol, "\(place) does not answer in HTTP.")
        case .outOfMemory:
            HTTPTransportError(.connectionLost, "There is not enough memory to talk to \(place).")
        }
    }
}
