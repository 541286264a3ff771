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
