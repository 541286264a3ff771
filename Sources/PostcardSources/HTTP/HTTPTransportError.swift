/// An error of a transport: there is no response, or only a part of one.
public struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case badAddress
            case cannotConnect
            case timedOut
            case connectionLost
            case badProtocol
            case tooManyRedirects
            case bodyTooLarge
            case untrusted
            case missingLibrary
        }

        private let kind: Kind

        /// The address is not an `http` or `https` one with a host.
        public static let badAddress = Code(kind: .badAddress)
        /// No connection came about: wrong name, closed port, no network.
        public static let cannotConnect = Code(kind: .cannotConnect)
        /// Nothing came, or not all of it, in the time allowed.
        public static let timedOut = Code(kind: .timedOut)
        /// The connection ended before the answer did.
        public static let connectionLost = Code(kind: .connectionLost)
        /// The response is not HTTP.
        public static let badProtocol = Code(kind: .badProtocol)
        /// There were more redirects than are followed, or they go round in a circle.
        public static let tooManyRedirects = Code(kind: .tooManyRedirects)
        /// The body has more bytes than were allowed.
        public static let bodyTooLarge = Code(kind: .bodyTooLarge)
        /// The server has no certificate that can be trusted.
        public static let untrusted = Code(kind: .untrusted)
        /// libcurl is not installed.
        public static let missingLibrary = Code(kind: .missingLibrary)
    }

    /// The kind of failure.
    public let code: Code

    /// The problem and its place, for people to read; without the query of the address.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - message: What went wrong and where, without secrets.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
