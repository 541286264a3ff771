import HTTPTypes

extension StringProtocol {
    /// Returns the text without leading and trailing spaces and tabs.
    func trimmingSpaces() -> SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? start.prefix(0)
    }
}

// MARK: Codings, ranges and parameters

extension HTTPFields {
    /// True if the client accepts gzip, RFC 9110 section 12.5.3.
    var acceptsGzip: Bool {
        let codings = AcceptHeader.weighted(self[values: .acceptEncoding].joined(separator: ","))
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.quality ?? 0) > 0
    }
}

// MARK: Date and versions

extension HTTPFields {
    /// The entity tags in `If-Match`; `nil` if the header is missing.
    var ifMatch: String? {
        let lines = self[values: .ifMatch]
        return lines.isEmpty ? nil : lines.joined(separator: ",")
    }
}

extension HTTPError {
    /// The error for a resource whose version is not in `If-Match`.
    static let otherVersion = HTTPError(
        .preconditionFailed, "The resource has changed since you read it. Nothing was done. Read it again.")
}

// MARK: Header names

extension HTTPField.Name {
    static let requestID = named("X-Request-ID")
    static let contentTypeOptions = named("X-Content-Type-Options")
    static let acceptPost = named("Accept-Post")
    static let link = named("Link")
    /// `X-Accel-Buffering`, which turns off buffering of a response in nginx.
    static let accelBuffering = named("X-Accel-Buffering")
    /// `Cross-Origin-Resource-Policy` from the Fetch standard: the origins whose pages may embed the response.
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let forwardedFor = named("X-Forwarded-For")
    /// `traceparent` from W3C's Trace Context: the trace of the request.
    static let traceparent = named("traceparent")
    /// `tracestate` from W3C's Trace Context: the values of other tracing systems.
    static let tracestate = named("tracestate")

    /// `Sec-Fetch-Site` from Fetch Metadata: the relation between the requesting page's origin and the service.
    static let secFetchSite = named("Sec-Fetch-Site")
    /// `X-Postcard`, which the app sends with every change. A page of another origin could send it only after a preflight.
    static let app = named("X-Postcard")
    /// `Last-Event-ID`, for server-sent events.
    static let lastEventID = named("Last-Event-ID")
    /// `Total-Count`: the number of items on all pages.
    static let totalCount = named("Total-Count")
    /// `Meme-Report`: the layout of a meme's captions.
    static let memeReport = named("Meme-Report")
    static let clearSiteData = named("Clear-Site-Data")
    static let permissionsPolicy = named("Permissions-Policy")
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    /// `Accept-CH`: the client hints that the service requests.
    static let acceptClientHints = named("Accept-CH")
    static let referrerPolicy = named("Referrer-Policy")
    /// `X-Robots-Tag`, which keeps a page out of search engines.
    static let robots = named("X-Robots-Tag")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // This can't happen: all names above are valid tokens, and the first test would reveal an invalid one.
            preconditionFailure("\(name) is not a header name.")
        }
        return field
    }
}
