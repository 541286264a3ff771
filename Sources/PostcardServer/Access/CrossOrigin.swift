import HTTPTypes
import HummingbirdCore
import PostcardCore

/// The web pages that may read responses: cross-origin resource sharing (CORS) as defined by the Fetch standard.
///
/// Scripts send tokens themselves, so the standard's credentials mode is not allowed.
struct CrossOrigin: Sendable {
    private let origins: Set<NameKey>
    private let isOpen: Bool

    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-ID"
    private static let replyFields =
        "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Meme-Report, Retry-After, Total-Count, WWW-Authenticate, X-Request-ID"
    /// The maximum time in seconds for which a browser may cache the response to a preflight request.
    private static let maximumAge = 600

    /// - Parameter origins: origins such as `https://example.org`, or `*` for all.
    /// - Throws: `StartupError` for text that is not an origin.
    init(_ origins: [String]) throws(StartupError) {
        for origin in origins where origin != "*" && !Self.isOrigin(origin) {
            throw .badSetting(
                "corsOrigins contains \(origin), which is neither * nor an origin such as https://example.org.")
        }
        isOpen = origins.contains("*")
        self.origins = Set<NameKey>(names: origins)
    }

    /// Returns true if the text is an origin as browsers send it: scheme, host and port in lowercase, without a path.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty && text == text.lowercased() && host.allSatisfy { $0.isASCII && !"/?#@ ".contains($0) }
    }

    /// Returns the response to a preflight request from an allowed origin; `nil` for other requests and origins.
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

    /// Adds the CORS headers to a response.
    func mark(_ fields: inout HTTPFields, for request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        if !isOpen { fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin" }
        guard let origin = allowed(request.headerFields[.origin]) else { return }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlExposeHeaders] = Self.replyFields
    }

    /// Returns the value of `Access-Control-Allow-Origin`; `nil` for an origin that is not allowed.
    private func allowed(_ origin: String?) -> String? {
        guard let origin, isOpen || origins.contains(origin) else { return nil }
        return isOpen ? "*" : origin
    }
}
