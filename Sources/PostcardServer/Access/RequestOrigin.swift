import HTTPTypes
import PlatformFoundation

/// Tells requests that the service's own pages make from those that other pages make, to which browsers add its cookies as well: a cookie
/// is for all ports of a host, and `SameSite` does not part them.
struct RequestOrigin: Sendable {
    /// The origin of the public address; `nil` where none is set.
    private let published: String?

    /// - Parameter publicAddress: of the settings; empty for none.
    init(publicAddress: String) {
        let url = URL(string: publicAddress)
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// True when a cookie of the request counts.
    ///
    /// Browsers tell where a request comes from by Fetch Metadata, on TLS and to this machine. Elsewhere `Origin` tells for changes, with a
    /// field that another origin's page cannot send without being asked first; what is only read there, no other page gets to see.
    func isOwn(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let isRead = request.method == .get || request.method == .head
        if let site = fields[.secFetchSite] { return site == "same-origin" || (site == "none" && isRead) }
        if let origin = fields[.origin], !isOwn(origin, request.authority) { return false }
        return isRead || fields[.app] == "1"
    }

    /// True when the browser reached the service by TLS.
    func isSecure(_ request: HTTPRequest) -> Bool {
        request.headerFields[.origin]?.lowercased().hasPrefix("https://") ?? published?.hasPrefix("https://") ?? false
    }

    private func isOwn(_ origin: String, _ authority: String?) -> Bool {
        let origin = origin.lowercased()
        if origin == published { return true }
        guard let authority = authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}
