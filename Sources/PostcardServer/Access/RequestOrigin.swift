import HTTPTypes
import PlatformFoundation

/// The check that a request comes from a page of the service, and not from another page.
///
/// Browsers add the service's cookies to both: cookies are valid for all ports of a host, and `SameSite` ignores ports too.
struct RequestOrigin: Sendable {
    /// The origin of the public URL; `nil` for none.
    private let published: String?

    /// - Parameter publicAddress: the public URL of the settings; `nil` for none.
    init(publicAddress: String?) {
        let url = publicAddress.flatMap { URL(string: $0) }
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// Returns true if the session cookie of a request may be used.
    ///
    /// Browsers send `Sec-Fetch-Site` over TLS and to loopback. Without it, `Origin` must be the service's, if present. Changes also need
    /// the header `X-Postcard`, which pages of other origins can't send without a preflight. Other pages can't see responses to reads.
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

    /// Returns true for the public origin, and for that of the host in the request.
    private func isOwn(_ origin: String, _ authority: String?) -> Bool {
        let origin = origin.lowercased()
        if origin == published { return true }
        guard let authority = authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}
