import HTTPTypes
import PlatformFoundation

/// Checks that a request comes from a page of the service, not from another page.
///
/// Browsers send the service's cookies with requests from both kinds of pages: cookies apply to all ports of a host, and `SameSite` ignores
/// ports too.
struct RequestOrigin: Sendable {
    /// The origin of the public URL; `nil` if there is none.
    private let published: String?

    /// - Parameter publicAddress: the public URL from the settings; `nil` if there is none.
    init(publicAddress: String?) {
        let url = publicAddress.flatMap { URL(string: $0) }
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// Returns true if the session cookie of a request may be used.
    ///
    /// Browsers send `Sec-Fetch-Site` over TLS and to loopback addresses. If it is missing, `Origin` must also be missing or contain the
    /// service's origin. Changes also require the `X-Postcard` header, which pages from other origins can't send without a preflight. Reads
    /// don't require it, because other pages can't see the responses.
    func isOwn(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let isRead = request.method == .get || request.method == .head
        if let site = fields[.secFetchSite] { return site == "same-origin" || (site == "none" && isRead) }
        if let origin = fields[.origin], !isOwn(origin, request.authority) { return false }
        return isRead || fields[.app] == "1"
    }

    /// Returns true if the browser reached the service over TLS.
    func isSecure(_ request: HTTPRequest) -> Bool {
        request.headerFields[.origin]?.lowercased().hasPrefix("https://") ?? published?.hasPrefix("https://") ?? false
    }

    /// Returns true if the origin is the public origin, or the origin of the host in the request.
    private func isOwn(_ origin: String, _ authority: String?) -> Bool {
        let origin = origin.lowercased()
        if origin == published { return true }
        guard let authority = authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}
