public import PlatformFoundation

/// A transport of HTTP requests. Tests replace it to run without a network.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and returns after the head of the response. The body is received as it is read.
    ///
    /// At most ``HTTPTransportRequest/maximumRedirects`` redirects are followed. A response of any status is returned.
    ///
    /// - Throws: ``HTTPTransportError``; `CancellationError` if the task was cancelled.
    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse
}

/// A GET request to a server.
public struct HTTPTransportRequest: Sendable, Hashable {
    /// The largest number of redirects that are followed.
    public static let maximumRedirects = 5

    /// The http or https URL.
    public var url: URL

    /// The header fields. Case does not matter in their names.
    public var headers: [String: String]

    /// The largest length of the response's body in bytes.
    public var maximumBodyBytes: Int

    /// The longest time for request and response.
    public var timeout: Duration

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: the http or https URL.
    ///   - headers: the header fields.
    ///   - maximumBodyBytes: the largest length of the response's body in bytes.
    ///   - timeout: the longest time for request and response.
    public init(url: URL, headers: [String: String] = [:], maximumBodyBytes: Int, timeout: Duration) {
        self.url = url
        self.headers = headers
        self.maximumBodyBytes = maximumBodyBytes
        self.timeout = timeout
    }
}

extension HTTPTransportRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL without its query. Header fields are left out too, since both may contain keys.
    public var description: String { "GET \(url.withoutSecrets)" }

    /// A mirror of ``description`` only, so that dumps show no keys.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

/// A response of a server.
public struct HTTPTransportResponse: Sendable {
    /// The status code, such as 200.
    public let status: Int

    /// The URL of the response after all redirects.
    public let url: URL

    /// The body, which can be read once.
    public let body: HTTPTransportBody

    private let headers: [String: String]

    /// Makes a response.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the name and value of each field, in any case and order.
    ///   - url: the URL of the response after all redirects.
    ///   - body: the body.
    public init(status: Int, headers: [(name: String, value: String)], url: URL, body: HTTPTransportBody) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        self.url = url
        self.body = body
    }

    /// Returns the value of a header field; several of one name are joined by commas. Returns `nil` if there is none.
    ///
    /// - Parameter name: the name of the field in any case.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// The delay that the server requests in `Retry-After`; `nil` without a valid one.
    var retryAfter: Duration? { RetryAfter.delay(of: header) }
}

// MARK: - ContentRange

/// The value of `Content-Range`, such as `bytes 200-1023/146515`: the part of a file that a response holds.
package struct ContentRange {
    /// The offset of the first byte.
    package let start: Int
    /// The length of the whole file in bytes; `nil` if it is unknown.
    package let length: Int?

    /// Parses a value; `nil` for an invalid one.
    package init?(_ value: String) {
        guard value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"), let start = Int(parts[0][..<dash]) else {
            return nil
        }
        (self.start, length) = (start, Int(parts[1]))
    }
}

/// The body of a response as a sequence of pieces of any size, which can be read once.
///
/// Reading throws ``HTTPTransportError`` after a lost connection, a timeout or too many bytes.
public struct HTTPTransportBody: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let nextPiece: @Sendable () async throws -> [UInt8]?

    /// Makes a body of a function that returns the next piece; `nil` at the end.
    public init(next: @escaping @Sendable () async throws -> [UInt8]?) { nextPiece = next }

    /// Returns the next piece; `nil` at the end.
    public func next() async throws -> [UInt8]? { try await nextPiece() }

    /// Returns the body itself.
    public func makeAsyncIterator() -> HTTPTransportBody { self }

    /// Returns all bytes of the body.
    func collect() async throws -> [UInt8] { try await reduce(into: []) { $0 += $1 } }
}

/// An error of a transport: the response is missing or incomplete.
public struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The URL is not an http or https one with a host.
        case badAddress
        /// No connection could be opened: wrong name, closed port, no network.
        case cannotConnect
        /// The response was not complete within the timeout.
        case timedOut
        /// The connection was closed before the response was complete.
        case connectionLost
        /// The response is not HTTP.
        case badProtocol
        /// There are too many redirects, or they form a cycle.
        case tooManyRedirects
        /// The body is longer than allowed.
        case bodyTooLarge
        /// The server has no certificate that can be trusted.
        case untrusted
        /// libcurl is not installed.
        case missingLibrary
    }

    /// The kind of error.
    public let code: Code

    /// The message, with the URL but without its query.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: the message, without secrets.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

// MARK: - UserAgent

/// The name of the program in requests, as Flickr's picture host, Wikimedia and OpenStreetMap require it.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header field: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Makes the name.
    ///
    /// - Parameters:
    ///   - version: the version of the program.
    ///   - contact: a web page or mail address of its makers.
    public init(version: String, contact: String) {
        // A header field ends at a line break, and a comment in it at a bracket.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Makes a name of a complete value of the header field.
    package init(value: String) { description = value }
}
