/// The name of the program in requests, required by Flickr's picture host, Wikimedia and OpenStreetMap.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Makes the name.
    ///
    /// - Parameter contact: a web page or email address of the developers.
    public init(version: String, contact: String) {
        // A line break would end the header, and a parenthesis would end the comment in it.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Makes a name from the complete value of a header.
    package init(value: String) { description = value }
}
