import PlatformFoundation
import PostcardCore
import PostcardPhotos

/// A secret key for a service. Descriptions, errors and dumps do not show the key.
public struct APIKey: Sendable, Hashable {
    let secret: String

    /// Makes a key from a string, without surrounding white space.
    public init(_ text: String) {
        secret = text.trimmed
    }

    /// Returns a string with the key replaced by asterisks, because a server might quote the key.
    func redacting(_ text: String) -> String {
        guard !secret.isEmpty else { return text }
        return text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
}

extension APIKey: CustomStringConvertible, CustomReflectable {
    /// Three asterisks instead of the key.
    public var description: String { "***" }

    /// An empty mirror, so dumps do not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URL {
    /// The URL's scheme, host, port and path, for messages. The other parts can contain keys and passwords.
    var withoutSecrets: String {
        "\(scheme ?? "")://\(host() ?? "")\(port.map { ":\($0)" } ?? "")\(path())"
    }

    /// Returns the URL with another query.
    ///
    /// All characters except the unreserved characters of RFC 3986 are encoded. Foundation does not encode `+`, which servers decode as a
    /// space.
    ///
    /// - Throws: `SourceError` with code `badQuery` if the result is not a URL.
    func replacingQuery(_ arguments: [(name: String, value: String)]) throws(SourceError) -> URL {
        let query = arguments.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(
            separator: "&")
        let bare = absoluteString.prefix { $0 != "?" && $0 != "#" }
        guard let url = URL(string: "\(bare)?\(query)") else {
            throw SourceError(.badQuery, "\(withoutSecrets) is not a valid URL.")
        }
        return url
    }
}
