import HTTPTypes
import PostcardCore
import PostcardImaging

/// The path of a meme's picture in memegen's scheme: `TEMPLATE/LINE/LINE.EXTENSION`.
struct MemeAddress: Sendable, Equatable {
    /// Bytes that a line may have, as in memegen.
    private static let maximumLineBytes = 200

    /// The template's name, or `custom` for a picture of one's own.
    let template: String
    /// As they are written on the picture; none for the picture without any.
    let lines: [String]
    /// The extension of the last segment; nil when it has none.
    let fileExtension: String?
    /// `true` if the lines are spelled as we would spell them.
    let isCanonical: Bool

    /// `path` is the text after `images/`, percent-encoded, without a query.
    init(_ path: Substring) throws(HTTPError) {
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(segment) else {
                throw .badRequest("The address is not percent-encoded UTF-8.")
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
        lines = segments.map(MemeLine.decode).map { $0 == " " ? "" : Self.plain($0) }
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

    /// The path in canonical spelling from the root, without empty lines at its end.
    var path: String {
        var segments = [template] + lines.map(MemeLine.encode)
        while segments.count > 2, segments.last == "_" { segments.removeLast() }
        return "/images/" + segments.map(PercentEncoding.encode).joined(separator: "/")
            + (fileExtension.map { ".\($0)" } ?? "")
    }

    /// The format that the extension names.
    func format() throws(HTTPError) -> ImageFormat {
        guard let format = fileExtension.flatMap(ImageFormat.init(writableExtension:)) else {
            throw .unprocessable(
                "There are no pictures in \"\(fileExtension ?? "")\"; take jpg, png, webp, gif or avif.")
        }
        return format
    }

    /// A line with the quotation marks and dashes that keyboards have in the place of those that phones put there, as memegen has it.
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

    /// `true` for what may stand behind a dot.
    private static func isExtension(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func takeExtension(of segment: inout String) -> String? {
        guard let dot = segment.lastIndex(of: ".") else { return nil }
        let name = segment[segment.index(after: dot)...]
        guard isExtension(name) else { return nil }
        let found = String(name)
        segment = String(segment[..<dot])
        return found
    }
}

/// The spelling of a line of text in memegen's URLs: https://github.com/jacebrowning/memegen, docs/guide.md.
///
/// A space is `_` or `-`, these two are doubled, and what has a meaning in URLs is a tilde with a letter. Whatever `encode`
/// writes, `decode` reads as it was, but for a tilde before one of those letters and two apostrophes, which have no escape.
enum MemeLine {
    private static let escapes: [(letter: Character, character: Character)] = [
        ("q", "?"), ("a", "&"), ("p", "%"), ("h", "#"), ("s", "/"), ("b", "\\"), ("n", "\n"), ("l", "<"), ("g", ">"),
    ]

    /// `segment` is a segment of the path, percent-decoded.
    static func decode(_ segment: String) -> String {
        var text = ""
        var rest = segment[...]
        while let character = rest.popFirst() {
            switch character {
            case "_", "-":
                let more = rest.prefix { $0 == character }.count
                rest = rest.dropFirst(more)
                // A space is never written after the same character doubled, so the odd one comes first.
                if more.isMultiple(of: 2) { text.append(" ") }
                text += String(repeating: character, count: (more + 1) / 2)
            case "~":
                let escape = escapes.first { $0.letter == rest.first }
                if escape != nil { rest = rest.dropFirst() }
                text.append(escape?.character ?? character)
            case "'" where rest.first == "'":
                rest = rest.dropFirst()
                text.append("\"")
            default: text.append(character)
            }
        }
        return text
    }

    /// - Returns: a segment of a path, to be percent-encoded; `_` for an empty line.
    static func encode(_ line: String) -> String {
        var segment = ""
        // The character that the last space became; nil after other characters.
        var space: Character?
        for character in line.isEmpty ? " " : line {
            switch character {
            case " ":
                // Not the same twice, and not after a doubled underscore.
                space = space == "_" || space == nil && segment.last == "_" ? "-" : "_"
                segment.append(space ?? "_")
                continue
            case "_", "-": segment += "\(character)\(character)"
            case "\"": segment += "''"
            default:
                if let escape = escapes.first(where: { $0.character == character }) {
                    segment += "~\(escape.letter)"
                } else {
                    segment.append(character)
                }
            }
            space = nil
        }
        return segment
    }
}
