public import PlatformFoundation

/// A transport of HTTP requests: the one thing that has to be replaced to run without a network.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns when the head of the answer is there; its body follows as it is read.
    ///
    /// Redirects are followed, at most ``HTTPTransportRequest/maximumRedirects`` of them. Any status is an answer, not an
    /// error.
    ///
    /// - Throws: ``HTTPTransportError``, or `CancellationError` when the task was cancelled.
    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse
}

/// A question to a server: always a GET, since sources only read.
public struct HTTPTransportRequest: Sendable, Hashable {
    /// The maximum number of redirects that a transport follows.
    public static let maximumRedirects = 5

    /// The address: `http` or `https`.
    public var url: URL

    /// Header fields; their names are compared without regard to case.
    public var headers: [String: String]

    /// The most bytes that the body of the answer may have.
    public var maximumBodyBytes: Int

    /// The most time that the whole exchange may take.
    public var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: Where to: `http` or `https`.
    ///   - headers: Header fields.
    ///   - maximumBodyBytes: The most bytes that the body of the answer may have.
    ///   - timeout: The most time that the whole exchange may take.
    public init(url: URL, headers: [String: String] = [:], maximumBodyBytes: Int, timeout: Duration) {
        self.url = url
        self.headers = headers
        self.maximumBodyBytes = maximumBodyBytes
        self.timeout = timeout
    }
}

extension HTTPTransportRequest: CustomStringConvertible, CustomReflectable {
    /// The address without its query and the header fields, because keys travel in both.
    public var description: String { "GET \(url.withoutSecrets)" }

    /// Nothing but ``description``, so that a dump shows no key either.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

/// The answer of a server.
public struct HTTPTransportResponse: Sendable {
    /// The status code, such as 200.
    public let status: Int

    /// The address of the response after all redirects.
    public let url: URL

    /// The body, to be read once.
    public let body: HTTPTransportBody

    private let headers: [String: String]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: Name and value of each field, in any case and order.
    ///   - url: Where the answer came from after all redirects.
    ///   - body: The body.
    public init(status: Int, headers: [(name: String, value: String)], url: URL, body: HTTPTransportBody) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        self.url = url
        self.body = body
    }

    /// The value of a header field, several of one name joined by commas; `nil` when there is none.
    ///
    /// - Parameter name: The name of the field in any case.
    /// - Returns: The value.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// The delay that the server asks for, from `Retry-After` in either of its forms.
    var retryAfter: Duration? { RetryAfter.delay(of: header) }
}

/// The part of a file that a response holds, as `Content-Range` tells it: `bytes 200-1023/146515`.
package struct ContentRange {
    /// The offset of the first byte.
    package let start: Int
    /// The length of the whole file; `nil` when the server does not say.
    package let length: Int?

    /// - Returns: `nil` for anything else.
    package init?(_ value: String) {
        guard value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"), let start = Int(parts[0][..<dash]) else {
            return nil
        }
        (self.start, length) = (start, Int(parts[1]))
    }
}

/// The body of an answer as a sequence of pieces of any size, to be read once.
///
/// Reading throws ``HTTPTransportError`` when the connection breaks, time is up or there are too many bytes.
public struct HTTPTransportBody: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let nextPiece: @Sendable () async throws -> [UInt8]?

    /// Creates a body from a function that returns its next piece, or `nil` at the end.
    public init(next: @escaping @Sendable () async throws -> [UInt8]?) { nextPiece = next }

    /// The next piece, or `nil` at the end.
    public func next() async throws -> [UInt8]? { try await nextPiece() }

    /// The body itself.
    public func makeAsyncIterator() -> HTTPTransportBody { self }

    /// The whole body in one piece.
    func collect() async throws -> [UInt8] { try await reduce(into: []) { $0 += $1 } }
}

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

/// The name that Postcard sends to servers, as Flickr's picture host, Wikimedia and OpenStreetMap require.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header field: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Creates the name.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - contact: An address where its makers can be reached, a web page or a mail address.
    public init(version: String, contact: String) {
        // A header field ends at a line break, and a comment at a bracket.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Creates a name of a value that was made for the header field already.
    package init(value: String) { description = value }
}
