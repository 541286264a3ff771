import HTTPTypes
import HummingbirdCore

/// The web pages that may read responses: cross-origin resource sharing of the Fetch standard.
///
/// Tokens are sent by scripts and never by browsers on their own, so credentials in the sense of that standard are not allowed.
struct CrossOrigin: Sendable {
    private let origins: Set<String>
    private let isOpen: Bool

    private static let methods = "GET, HEAD, POST, PATCH, DELETE"
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-ID"
    private static let replyFields =
        "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Meme-Report, Retry-After, Total-Count, WWW-Authenticate, X-Request-ID"
    /// Seconds for which a browser need not ask again.
    private static let maximumAge = 600

    /// `origins` are such as `https://example.org`, or `*` for all.
    init(_ origins: [String]) throws(StartupError) {
        for origin in origins where origin != "*" && !Self.isOrigin(origin) {
            throw StartupError(
                .badSetting, "corsOrigins has \(origin), which is neither * nor an origin such as https://example.org.")
        }
        isOpen = origins.contains("*")
        self.origins = Set(origins)
    }

    /// Scheme, host and port, without a path: what browsers send.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty && text == text.lowercased() && host.allSatisfy { $0.isASCII && !"/?#@ ".contains($0) }
    }

    /// The answer to a browser that asks whether it may ask; `nil` for other requests, and for pages that may not.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            allowed(request.headers[.origin]) != nil
        else { return nil }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: Self.methods, .accessControlAllowHeaders: Self.requestFields,
                .accessControlMaxAge: "\(Self.maximumAge)",
            ])
    }

    /// Tells the browser, and caches, who may read an answer.
    func mark(_ fields: inout HTTPFields, for request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        if !isOpen { fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin" }
        guard let origin = allowed(request.headerFields[.origin]) else { return }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlExposeHeaders] = Self.replyFields
    }

    private func allowed(_ origin: String?) -> String? {
        guard let origin, isOpen || origins.contains(origin) else { return nil }
        return isOpen ? "*" : origin
    }
}
