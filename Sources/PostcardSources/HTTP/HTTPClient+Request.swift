import PlatformFoundation

extension HTTPClient {
    /// An HTTP request with limits on its response.
    package struct Request: Sendable {
        package var method = "GET"
        /// The http or https URL.
        package var url: String
        /// The name and value of each header.
        package var headers: [(name: String, value: String)]
        /// The body; `nil` for no body, which differs from an empty body.
        package var body: [UInt8]?
        /// The IP address to connect to instead of resolving the host; IPv6 in brackets.
        package var address: String?
        /// The maximum length of the response body in bytes.
        package var maximumBodyBytes: Int
        /// The maximum total time for the request and response.
        package var timeout: Duration

        /// Makes a GET request.
        package init(
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
    /// The method and the URL without its query. The query, headers and body are omitted because they can contain keys.
    package var description: String { "\(method) \(place)" }

    /// A mirror that contains only ``description``, so dumps show no keys.
    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
