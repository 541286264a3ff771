import HTTPTypes
import PlatformFoundation

/// The check that a request comes from a page of the service itself, and not from another page.
///
/// Browsers add the service's cookies to both: a cookie is valid for all ports of a host, and `SameSite` ignores ports too.
struct RequestOrigin: Sendable {
    /// The origin of the public address; `nil` where none is set.
    private let published: String?

    /// - Parameter publicAddress: the public address of the settings; `nil` for none.
    init(publicAddress: String?) {
        let url = publicAddress.flatMap { URL(string: $0) }
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// Returns true when the session cookie of a request may be used.
    ///
    /// Browsers send `Sec-Fetch-Site` over TLS and to this machine. Without it, an `Origin` has to be the service's own, and a change needs the field
    /// `X-Postcard`, which pages of other origins cannot send without a preflight. Reading needs no more, since other pages cannot see the response.
    func isOwn(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let isRead = request.method == .get || request.method == .head
        if let site = fields[.secFetchSite] { return site == "same-origin" || (site == "none" && isRead) }
        if let origin = fields[.origin], !isOwn(origin, request.authority) { return false }
        return isRead || fields[.app] == "1"
    }

    /// Returns true when the browser reached the service by TLS.
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
