import HTTPTypes
import PostcardCore
import PostcardImaging

/// The path of a meme in memegen's scheme: `TEMPLATE/LINE/LINE.EXTENSION`.
struct MemeAddress: Sendable, Equatable {
    /// The maximum number of bytes in a line, as in memegen.
    private static let maximumLineBytes = 200

    /// The template's name, or `custom` if the query contains the base image.
    let template: String
    /// The decoded lines; empty for a template without text.
    let lines: [String]
    /// The file extension of the last segment in lowercase; `nil` if it has none.
    let fileExtension: String?
    /// True if the lines are in canonical spelling.
    let isCanonical: Bool

    /// Reads the percent-encoded path after `images/`, without a query.
    ///
    /// - Throws: `HTTPError` with status 400 for malformed encoding, and 414 if a line is too long.
    init(_ path: Substring) throws(HTTPError) {
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(segment) else {
                throw .badRequest("The URL is not percent-encoded UTF-8.")
            }
            segments.append(decoded)
        }
        var last = segments.removeLast()
        fileExtension = Self.takeExtension(of: &last)
        segments.append(last)
        template = segments.removeFirst()
        for segment in segments where segment.utf8.count > Self.maximumLineBytes {
            throw HTTPError(
                .uriTooLong,
                "The line \"\(segment.prefix(40))…\" has more than \(Self.maximumLineBytes) bytes.")
        }
        lines = segments.map(MemeLine.decode).map { $0 == " " ? "" : EmojiShortcode.replaced(in: Self.plain($0)) }
        isCanonical = segments == lines.map(MemeLine.encode)
    }

    init(template: String, lines: [String], fileExtension: String) {
        self.template = template
        var lines = lines.map(Self.plain)
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        self.lines = lines
        self.fileExtension = fileExtension
        isCanonical = true
    }

    /// The path from the root in canonical spelling, without trailing empty lines.
    var path: String {
        var segments = [template] + lines.map(MemeLine.encode)
        while segments.count > 2, segments.last == "_" { segments.removeLast() }
        return "/images/" + segments.map(PercentEncoding.encode).joined(separator: "/")
            + (fileExtension.map { ".\($0)" } ?? "")
    }

    /// Returns the format for the file extension.
    ///
    /// - Throws: `HTTPError` with status 422 for other extensions.
    func format() throws(HTTPError) -> ImageFormat {
        guard let format = fileExtension.flatMap(ImageFormat.init(writableExtension:)) else {
            throw .unprocessable(
                "Unknown image format \"\(fileExtension ?? "")\". Use jpg, png, webp, gif or avif.")
        }
        return format
    }

    /// Returns a line in which ASCII characters replace the typographic quotation marks and dashes that phones insert, as in memegen.
    private static func plain(_ line: String) -> String {
        String(
            line.map { character in
                switch character {
                case "‘", "’": "'"
                case "“", "”": "\""
                case "–": "-"
                default: character
                }
            })
    }

    private static func takeExtension(of segment: inout String) -> String? {
        guard let dot = segment.lastIndex(of: ".") else { return nil }
        let name = segment[segment.index(after: dot)...]
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
        let found = name.lowercased()
        segment = String(segment[..<dot])
        return found
    }
}
