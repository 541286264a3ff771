/// The spelling of a line of text in memegen's URLs: https://github.com/jacebrowning/memegen, docs/guide.md.
///
/// A space is written as `_` or `-`. These two characters themselves are doubled, and characters with a special meaning in URLs are written
/// as a tilde and a letter. `decode` reverses `encode`, except for a tilde before one of those letters and for two apostrophes, which have
/// no escape.
enum MemeLine {
    private static let escapes: [(letter: Character, character: Character)] = [
        ("q", "?"), ("a", "&"), ("p", "%"), ("h", "#"), ("s", "/"), ("b", "\\"), ("n", "\n"), ("l", "<"), ("g", ">"),
    ]

    /// Returns the text of a percent-decoded segment of the path.
    static func decode(_ segment: String) -> String {
        var text = ""
        var rest = segment[...]
        while let character = rest.popFirst() {
            switch character {
            case "_", "-":
                let more = rest.prefix { $0 == character }.count
                rest = rest.dropFirst(more)
                // After `__`, a space is written as `-`, and vice versa. In a run of odd length, the space therefore comes first.
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

    /// Returns the path segment of a line, not yet percent-encoded; `_` for an empty line.
    static func encode(_ line: String) -> String {
        var segment = ""
        // The character that encodes the last space; `nil` after other characters.
        var space: Character?
        for character in line.isEmpty ? " " : line {
            switch character {
            case " ":
                // Two equal characters in a row would be read as the character itself, so spaces alternate.
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
