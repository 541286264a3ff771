import PlatformFoundation
import PostcardCore

extension URL {
    /// Scheme, host, port and path: what may be shown. Keys and passwords travel in the other parts.
    var withoutSecrets: String {
        "\(scheme ?? "")://\(host() ?? "")\(port.map { ":\($0)" } ?? "")\(path())"
    }

    /// The address with this query in place of its own.
    ///
    /// Everything but RFC 3986's unreserved characters is escaped: Foundation leaves `+` alone, which servers take for a
    /// space.
    func replacingQuery(_ arguments: [(name: String, value: String)]) -> URL? {
        let query = arguments.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(
            separator: "&")
        let bare = absoluteString.prefix { $0 != "?" && $0 != "#" }
        return URL(string: "\(bare)?\(query)")
    }
}
