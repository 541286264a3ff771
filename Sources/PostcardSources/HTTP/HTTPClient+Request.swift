import PlatformFoundation

extension HTTPClient {
    /// An HTTP request with the limits on its response.
    public struct Request: Sendable {
        package var method = "GET"
        /// The http or https URL.
        public var url: String
        /// The name and value of each header field.
        public var headers: [(name: String, value: String)]
        /// The body; `nil` for none, which differs from an empty one.
        package var body: [UInt8]?
        /// The address to connect to instead of the host's own ones; IPv6 in brackets.
        package var address: String?
        /// The largest length of the response's body in bytes.
        public var maximumBodyBytes: Int
        /// The longest time for request and response.
        public var timeout: Duration

        /// Makes a GET request.
        public init(
            url: String, headers: [(name: String, value: String)] = [], maximumBodyBytes: Int = .max, timeout: Duration
        ) {
            (self.url, self.headers) = (url, headers)
            (self.maximumBodyBytes, self.timeout) = (maximumBodyBytes, timeout)
        }

        /// The name of the server in messages.
        var place: String { URL(string: url)?.withoutSecrets ?? "The server" }
    }
}

extension HTTPClient.Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL without its query. Header fields and body are left out too, since all of them may contain keys.
    public var description: String { "\(method) \(place)" }

    /// A mirror of ``description`` only, so that dumps show no keys.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
