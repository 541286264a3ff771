import PlatformFoundation
import PostcardCore

/// A secret that a service gave to one person or program: it never shows itself in a text, an error or a dump.
public struct APIKey: Sendable, Hashable {
    let secret: String

    /// Takes a key as it was typed or configured; space around it is dropped.
    ///
    /// - Parameter text: The key.
    public init(_ text: String) {
        secret = text.trimmed
    }

    /// A text with every occurrence of the key blotted out, since a server may quote it.
    func redacting(_ text: String) -> String {
        guard !secret.isEmpty else { return text }
        return text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
}

extension APIKey: CustomStringConvertible, CustomReflectable {
    /// Three stars.
    public var description: String { "***" }

    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URL {
    /// Scheme, host, port and path: what may be shown. Keys and passwords travel in the other parts.
    var withoutSecrets: String {
        "\(scheme ?? "")://\(host() ?? "")\(port.map { ":\($0)" } ?? "")\(path())"
    }

    /// The address with this query in place of its own.
    ///
    /// Everything but RFC 3986's unreserved characters is escaped: Foundation leaves `+` alone, which servers take for a
    /// space.
    ///
    /// - Throws: ``SourceError`` with code `badQuery` where that is no address.
    func replacingQuery(_ arguments: [(name: String, value: String)]) throws(SourceError) -> URL {
        let query = arguments.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(
            separator: "&")
        let bare = absoluteString.prefix { $0 != "?" && $0 != "#" }
        guard let url = URL(string: "\(bare)?\(query)") else {
            throw SourceError(.badQuery, "\(withoutSecrets) is not an address that can be asked.")
        }
        return url
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    package var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
