import HTTPTypes

extension HTTPField.Name {
    /// `X-Request-ID`.
    static let requestID = named("X-Request-ID")
    /// `X-Content-Type-Options`.
    static let contentTypeOptions = named("X-Content-Type-Options")
    /// `Accept-Post`.
    static let acceptPost = named("Accept-Post")
    /// `Link`.
    static let link = named("Link")
    /// `X-Accel-Buffering`, by which nginx is told to pass on at once what comes.
    static let accelBuffering = named("X-Accel-Buffering")
    /// `Cross-Origin-Resource-Policy` of the Fetch standard: whether pages of other origins may show the answer.
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    /// `X-Forwarded-For`.
    static let forwardedFor = named("X-Forwarded-For")
    /// `traceparent` of W3C's Trace Context: the trace that a request belongs to.
    static let traceparent = named("traceparent")
    /// `tracestate`: what other systems have written beside it.
    static let tracestate = named("tracestate")

    /// `Sec-Fetch-Site` of Fetch Metadata: the relation between the page that makes a request and the service.
    static let secFetchSite = named("Sec-Fetch-Site")
    /// `X-Postcard`, which the app sends with every change: a page of another origin would have to ask first.
    static let app = named("X-Postcard")
    /// `Last-Event-ID` of server-sent events.
    static let lastEventID = named("Last-Event-ID")
    /// `Total-Count`: how many items all pages have.
    static let totalCount = named("Total-Count")
    /// `Meme-Report`: what became of the captions of a meme.
    static let memeReport = named("Meme-Report")
    /// `Clear-Site-Data`.
    static let clearSiteData = named("Clear-Site-Data")
    /// `Permissions-Policy`.
    static let permissionsPolicy = named("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    /// `Accept-CH`: the client hints that the service asks for.
    static let acceptClientHints = named("Accept-CH")
    /// `Referrer-Policy`.
    static let referrerPolicy = named("Referrer-Policy")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // why: the names above are tokens; a wrong one shows in the first test.
            preconditionFailure("\(name) is no name of a field.")
        }
        return field
    }
}
