public import PlatformFoundation

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

extension HTTPTransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without its query and the header fields, because keys travel in both.
    public var description: String { "GET \(url.withoutSecrets)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing but ``description``, so that a dump shows no key either.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
