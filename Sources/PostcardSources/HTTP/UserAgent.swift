/// The name of the program in requests, as Flickr's picture host, Wikimedia and OpenStreetMap require it.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Makes the name.
    ///
    /// - Parameter contact: a web page or email address of its developers.
    public init(version: String, contact: String) {
        // A header ends at a line break, and a comment in it at a parenthesis.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Makes a name from a complete value of the header.
    package init(value: String) { description = value }
}
