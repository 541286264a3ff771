import PlatformFoundation
import PostcardCore

/// The name that Postcard sends to servers, as Flickr's picture host, Wikimedia and OpenStreetMap require.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header field: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Creates the name.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - contact: An address where its makers can be reached, a web page or a mail address.
    public init(version: String, contact: String) {
        // A header field ends at a line break, and a comment at a bracket.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Creates a name of a value that was made for the header field already.
    package init(value: String) { description = value }
}

/// A secret that a service gave to one person or program: it never shows itself in a text, an error or a dump.
public struct APIKey: Sendable, Hashable {
    let secret: String

    /// Takes a key as it was typed or configured; space around it is dropped.
    ///
    /// - Parameter text: The key.
    public init(_ text: String) {
        var key = text[...]
        while key.first?.isWhitespace == true { key.removeFirst() }
        while key.last?.isWhitespace == true { key.removeLast() }
        secret = String(key)
    }

    /// A text with every occurrence of the key blotted out, since a server may quote it.
    func redacting(_ text: String) -> String {
        guard !secret.isEmpty else { return text }
        return text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three stars.
    public var description: String { "***" }

    /// Three stars.
    public var debugDescription: String { "***" }

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
    func replacingQuery(_ arguments: [(name: String, value: String)]) -> URL? {
        let query = arguments.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(
            separator: "&")
        let bare = absoluteString.prefix { $0 != "?" && $0 != "#" }
        return URL(string: "\(bare)?\(query)")
    }
}
