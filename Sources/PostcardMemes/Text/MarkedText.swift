import PostcardCore
import PostcardImaging

/// Text with style markup, as people write it in chats: `*bold*`, `_slanted_`, `[yellow]word[/]`.
///
/// An asterisk or underscore opens a style at the start of a word and closes it at the end of a word on the same line. Color names and
/// codes can be anywhere. Signs without a matching sign are drawn, and so are signs after a backslash.
struct MarkedText {
    /// The text without markup, in parts that have the same look throughout.
    private(set) var parts: [(text: String, look: TextLook)]

    init(_ text: String) {
        // The bytes of * _ [
        guard text.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F || $0 == 0x5B }) else {
            parts = [(text, TextLook())]
            return
        }
        parts = MarkParser(text).parts()
    }

    /// The text without markup.
    var text: String { parts.map(\.text).joined() }
}

extension Caption {
    /// The text as it appears on the picture, without markup such as the asterisks in `*bold*`.
    public var plainText: String { isPlain ? text : MarkedText(text).text }
}

/// Splits text at its markup, in one pass in each direction.
struct MarkParser {
    /// The signs for bold, slanted, bold as in Markdown, and bold plus slanted.
    private static let signs = ["*", "_", "**", "***"]
    /// The maximum number of characters to search for the end of a color name. The longest name has 20 characters.
    private static let longestName = 24

    private let characters: [Character]
    /// The tags in brackets, keyed by the index of their first character: the color that starts there (`nil` for an end tag), and the
    /// length.
    private var tags: [Int: (color: Color?, length: Int)] = [:]
    /// The end tag of each color, keyed by the index of its start tag.
    private var colorEnds: [Int: Int] = [:]
    /// For each character, the index of the next sign of each kind on the same line that can close a style.
    private var nextClosing: [NameKey: [Int?]] = [:]

    init(_ text: String) {
        characters = Array(text)
        findTags()
        findClosing()
    }

    func parts() -> [(text: String, look: TextLook)] {
        var parts: [(text: String, look: TextLook)] = []
        // The open markup: the index and length of the end sign, and the look outside the markup.
        var opened: [(end: Int, length: Int, outside: TextLook)] = []
        var look = TextLook()
        func append(_ character: Character) {
            if parts.last?.look == look {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((String(character), look))
            }
        }
        var index = 0
        // The end of the last sign; another sign may follow there.
        var edge = 0
        while index < characters.count {
            if let last = opened.last, last.end == index {
                (look, index, edge) = (last.outside, index + last.length, index + last.length)
                opened.removeLast()
            } else if isKeptSign(after: index) {
                append(characters[index + 1])
                index += 2
            } else if let mark = mark(at: index, besideMark: edge == index, look), mark.end < opened.last?.end ?? .max {
                opened.append((mark.end, mark.endLength, look))
                (look, index, edge) = (mark.look, mark.start, mark.start)
            } else {
                append(characters[index])
                index += 1
            }
        }
        return parts
    }

    private func mark(
        at index: Int, besideMark: Bool, _ look: TextLook
    ) -> (start: Int, end: Int, endLength: Int, look: TextLook)? {
        var look = look
        if let tag = tags[index], let color = tag.color {
            guard let end = colorEnds[index] else { return nil }
            look.color = color
            return (index + tag.length, end, 3, look)
        }
        guard let sign = sign(at: index) else { return nil }
        let (isBold, isSlanted) = (sign != "_", sign == "_" || sign == "***")
        guard !(isBold && look.isBold), !(sign == "_" && look.isSlanted),
            canOpen(index + sign.count - 1, before: index - 1, besideMark: besideMark)
        else { return nil }
        let start = index + sign.count
        guard let end = nextClosing[sign]?[start],
            sign.count > 1 || characters[start..<end].contains(where: { $0 != "*" && $0 != "_" })
        else { return nil }
        look.isBold = look.isBold || isBold
        look.isSlanted = look.isSlanted || isSlanted
        return (start, end, sign.count, look)
    }

    // MARK: Tags

    private mutating func findTags() {
        var waiting: [Int] = []
        for index in characters.indices where characters[index] == "[" {
            guard let tag = tag(at: index) else { continue }
            tags[index] = tag
            guard index == 0 || characters[index - 1] != "\\" else { continue }
            if tag.color != nil {
                waiting.append(index)
            } else if let start = waiting.popLast() {
                let inside = characters[start + (tags[start]?.length ?? 0)..<index]
                colorEnds[start] = inside.allSatisfy(\.isWhitespace) ? nil : index
            }
        }
    }

    private func tag(at index: Int) -> (color: Color?, length: Int)? {
        let rest = characters[(index + 1)...].prefix(Self.longestName + 1)
        guard let close = rest.firstIndex(of: "]"), close > index + 1 else { return nil }
        let name = String(characters[index + 1..<close])
        if name == "/" { return (nil, 3) }
        return Color(css: name).map { ($0, close + 1 - index) }
    }

    // MARK: Edges of words

    private mutating func findClosing() {
        for sign in Self.signs { nextClosing[sign] = [Int?](repeating: nil, count: characters.count) }
        var next: [NameKey: Int] = [:]
        for index in characters.indices.reversed() {
            if characters[index].isNewline { next = [:] }
            if let sign = sign(at: index), index == 0 || characters[index - 1] != "\\",
                canClose(index + sign.count - 1, before: index - 1, closing: next)
            {
                next[sign] = index
            }
            for (sign, place) in next { nextClosing[sign]?[index] = place }
        }
    }

    /// Returns the sign that starts at `index`: up to three asterisks, or an underscore.
    private func sign(at index: Int) -> String? {
        guard characters[index] == "*" else { return characters[index] == "_" ? "_" : nil }
        let count = characters[index...].prefix(4).prefix { $0 == "*" }.count
        let isInside = index > 0 && characters[index - 1] == "*"
        return String(repeating: "*", count: isInside || count > 3 ? 1 : count)
    }

    /// `before` is the index of the character before the sign.
    private func canOpen(_ index: Int, before: Int, besideMark: Bool) -> Bool {
        guard index + 1 < characters.count else { return false }
        let next = characters[index + 1]
        guard !next.isWhitespace, next != characters[index], !Self.isBracket(next, .closePunctuation) else {
            return false
        }
        if before < 0 || besideMark { return true }
        // A sign between two identical characters is part of an emoticon, such as -_-
        return Self.isEdge(characters[before], Self.openingPunctuation) && characters[before] != next
    }

    /// `closing` contains the indices of the next signs that can close a style.
    private func canClose(_ index: Int, before: Int, closing: [NameKey: Int]) -> Bool {
        guard before >= 0 else { return false }
        let last = characters[before]
        guard !last.isWhitespace, last != characters[index], !Self.isBracket(last, .openPunctuation) else {
            return false
        }
        guard index + 1 < characters.count else { return true }
        let next = characters[index + 1]
        let isSign = closing.contains { $0.value == index + 1 && $0.key.string.first == next }
        if tags[index + 1] != nil || isSign, next != characters[index] { return true }
        return Self.isEdge(next, Self.closingPunctuation) && next != last
    }

    /// True for a backslash before a sign that would otherwise be markup.
    private func isKeptSign(after index: Int) -> Bool {
        guard characters[index] == "\\", index + 1 < characters.count else { return false }
        let sign = characters[index + 1]
        if sign == "[" { return tags[index + 1] != nil }
        guard sign == "*" || sign == "_" else { return false }
        // In ¯\_(ツ)_/¯, the backslash is drawn.
        if sign == "_", index + 2 < characters.count, characters[index + 2] == "(" { return false }
        // Adjacent asterisks after the backslash form one sign, which is checked at its last asterisk.
        let last = index + max(1, characters[(index + 1)...].prefix(4).prefix { $0 == "*" }.count)
        return canOpen(last, before: index - 1, besideMark: false)
            || canClose(last, before: index - 1, closing: [:])
    }

    private static let openingPunctuation: Set<Character> = ["\"", "'", "(", "[", "{", "-"]
    private static let closingPunctuation: Set<Character> = [
        "\"", "'", ")", "]", "}", "-", ".", ",", ";", ":", "!", "?",
    ]

    /// True for characters that can be next to a word: white space, punctuation, emoji, and letters of scripts without spaces or with
    /// endings that follow a word. `punctuation` is the ASCII punctuation that can be next to a word.
    private static func isEdge(_ character: Character, _ punctuation: Set<Character>) -> Bool {
        guard !character.isWhitespace, let first = character.unicodeScalars.first else { return true }
        if first.isASCII { return punctuation.contains(character) }
        switch first.properties.generalCategory {
        case .otherPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherSymbol, .currencySymbol:
            return true
        default:
            // Thai to Myanmar, Khmer, kana, Han and Hangul.
            return [0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF]
                .contains { $0.contains(first.value) } || first.value >= 0x1F000
        }
    }

    private static func isBracket(_ character: Character, _ category: Unicode.GeneralCategory) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == category
    }
}
