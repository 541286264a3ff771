/// An error of a transport: there is no response, or only a part of one.
public struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable {
        /// The address is not an `http` or `https` one with a host.
        case badAddress
        /// No connection came about: wrong name, closed port, no network.
        case cannotConnect
        /// Nothing came, or not all of it, in the time allowed.
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        /// The response is not HTTP.
        case badProtocol
        /// There were more redirects than are followed, or they go round in a circle.
        case tooManyRedirects
        /// The body has more bytes than were allowed.
        case bodyTooLarge
        /// The server has no certificate that can be trusted.
        case untrusted
        /// libcurl is not installed.
        case missingLibrary
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
