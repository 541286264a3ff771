import PostcardCore

/// Values of the `Content-Disposition` header (RFC 6266).
enum ContentDisposition {
    /// The maximum length of a file name from a title, in characters.
    private static let maximumLength = 80

    /// Returns a value with a file name, and an ASCII name for clients that read only ASCII.
    ///
    /// - Parameter kind: `attachment` or `inline`.
    static func value(_ kind: String, fileName name: String) -> String {
        let plain = String(name.map { $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\"" && $0 != "\\" ? $0 : "_" })
        guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }

    /// Returns a file name without an extension that every system accepts; `postcard` if the title has no usable characters.
    static func fileName(ofTitle title: String) -> String {
        let words = title.split { character in
            character.isWhitespace || character.isNewline
                || character.unicodeScalars.contains {
                    $0.value < 0x20 || $0.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains($0)
                }
        }
        let name = words.joined(separator: " ").prefix(maximumLength)
        // Windows ignores trailing dots, and a leading dot hides a file.
        let visible = name.drop { $0 == "." || $0 == " " }.reversed().drop { $0 == "." || $0 == " " }.reversed()
        return visible.isEmpty ? "postcard" : String(visible)
    }
}
