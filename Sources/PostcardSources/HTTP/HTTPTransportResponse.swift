public import PlatformFoundation

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
    var retryAfter: Duration? {
        header("Retry-After").flatMap { RetryAfter.delay(of: $0, date: header("Date")) }
    }
}
