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
