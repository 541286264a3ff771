import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PlatformFoundation
import PlatformLibc

extension HTTPTransportError {
    /// The system's errors for a connection that was not accepted.
    private static let unreachable: Set<CInt> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL]

    /// The error for callers that an error of the HTTP client becomes; a cancelled task stays a `CancellationError`.
    /// `error` is the one of the client. `request` is for the message.
    static func translating(_ error: any Error, during request: HTTPTransportRequest) -> any Error {
        let place = request.url.withoutSecrets
        guard let error = error as? HTTPClientError else {
            switch error {
            case is CancellationError, is HTTPTransportError:
                return error
            case HTTPParserError.invalidEOFState:
                return HTTPTransportError(
                    .connectionLost, "\(place) closed the connection before its answer was complete.")
            case is HTTPParserError:
                return HTTPTransportError(.badProtocol, "\(place) does not answer in HTTP.")
            case let error as IOError where unreachable.contains(error.errnoCode):
                return HTTPTransportError(
                    .cannotConnect, "Cannot connect to \(place). Check the address and the network.")
            case is IOError, is ChannelError:
                return HTTPTransportError(.connectionLost, "The connection to \(place) broke.")
            default:
                // What is left comes from name look-up, connecting and TLS, in types of other modules.
                return HTTPTransportError(
                    .cannotConnect,
                    "Cannot connect to \(place) (\(type(of: error))). Check the address and the network.")
            }
        }
        switch error {
        case .cancelled, .requestStreamCancelled:
            return CancellationError()
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout:
            return HTTPTransportError(.timedOut, "\(place) took too long to answer.")
        case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
            return HTTPTransportError(.cannotConnect, "\(place) took too long to accept a connection.")
        case .redirectLimitReached, .redirectCycleDetected:
            return HTTPTransportError(
                .tooManyRedirects,
                "\(place) redirects in a circle or more than \(HTTPTransportRequest.maximumRedirects) times.")
        case .remoteConnectionClosed, .uncleanShutdown:
            return HTTPTransportError(.connectionLost, "\(place) closed the connection before its answer was complete.")
        case .invalidURL, .emptyHost, .emptyScheme:
            return HTTPTransportError(.badAddress, "\(place) is not an address.")
        default:
            return HTTPTransportError(.badProtocol, "The exchange with \(place) failed: \(error.shortDescription).")
        }
    }
}
