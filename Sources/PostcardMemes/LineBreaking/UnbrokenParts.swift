import CText

/// The parts of a text that stay on one line unless nothing else fits: hashtags, @names, numbers with spaces, and bracketed text.
///
/// Long bracketed text can be split, but not near its ends. Any line break outside the brackets is better.
struct UnbrokenParts {
    enum Position {
        /// Outside of all parts.
        case outside
        /// In long bracketed text.
        case inLong
        /// In a part that stays whole.
        case inWhole
    }

    /// The penalty of a line break in long bracketed text, which is greater than that of any break outside.
    static let penalty = 0.5
    /// The maximum width of bracketed text that stays whole, in narrow characters. Ideographs are twice as wide.
    private static let maximumWidth = 24
    /// The number of characters that stay together at each end of long bracketed text.
    private static let end = 4

    private let text: CaptionText
    private let classes: [LineBreakClass]
    private var positions: [Position]

    /// True if the text contains long bracketed text.
    private(set) var hasLong = false
    /// True if the text contains parts that stay whole.
    private(set) var hasWhole = false

    /// `classes` are the line break classes of the scalars.
    init(_ text: CaptionText, _ classes: [LineBreakClass]) {
        self.text = text
        self.classes = classes
        positions = [Position](repeating: .outside, count: text.count)
        markBrackets()
        markTags()
        markNumbers()
    }

    func position(before index: Int) -> Position { positions.indices.contains(index) ? positions[index] : .outside }

    private mutating func keep(_ range: Range<Int>) {
        for index in range.dropFirst() { positions[index] = .inWhole }
        hasWhole = hasWhole || range.count > 1
    }

    // MARK: Brackets

    private mutating func markBrackets() {
        var open: [Int] = []
        for index in text.scalars.indices {
            switch classes[index] {
            case .op: open.append(index)
            case .cl, .cp:
                guard let start = open.lastIndex(where: { closes(index, $0) }) else { continue }
                mark(open[start]..<index + 1)
                open.removeSubrange(start...)
            default: break
            }
        }
    }

    /// True for a pair of brackets. The code point of a closing bracket is one or two above that of its opening bracket.
    private func closes(_ index: Int, _ open: Int) -> Bool {
        let scalar = text.scalars[index]
        guard scalar > text.scalars[open], scalar - text.scalars[open] <= 2 else { return false }
        return Unicode.Scalar(scalar)?.properties.generalCategory == .closePunctuation
    }

    private mutating func mark(_ brackets: Range<Int>) {
        let width = text.scalars[brackets].reduce(0) { $0 + (textLibrary.g_unichar_iswide($1) != 0 ? 2 : 1) }
        guard width > Self.maximumWidth else { return keep(brackets) }
        hasLong = true
        for index in brackets.dropFirst() where positions[index] == .outside { positions[index] = .inLong }
        keep(brackets.prefix(Self.end + 1))
        keep(brackets.suffix(Self.end + 1))
    }

    // MARK: Hashtags and names

    private mutating func markTags() {
        for start in text.scalars.indices where [0x23, 0x40, 0xFF03, 0xFF20].contains(text.scalars[start]) {
            // The @ in me@example.com does not start a name.
            if [0x40, 0xFF20].contains(text.scalars[start]), start > 0, isLetter(start - 1) { continue }
            var end = start + 1
            while end < text.count, isLetter(end) || joinsLetters(end) { end += 1 }
            keep(start..<end)
        }
    }

    /// True for alphabetic and numeric characters, marks and the underscore.
    private func isLetter(_ index: Int) -> Bool {
        let scalar = Unicode.Scalar(text.scalars[index])?.properties
        return text.scalars[index] == 0x5F || scalar?.isAlphabetic == true || scalar?.numericType != nil
            || classes[index] == .cm || classes[index] == .zwj
    }

    /// True for a hyphen or period inside a hashtag or name.
    private func joinsLetters(_ index: Int) -> Bool {
        [0x2D, 0x2E].contains(text.scalars[index]) && isLetter(index - 1) && index + 1 < text.count
            && isLetter(index + 1)
    }

    // MARK: Numbers

    /// Keeps numbers such as 10 000, 555 123 4567, 100 % and $ 5 whole.
    private mutating func markNumbers() {
        for index in text.scalars.indices.dropFirst(2) where [0x20, 0x2009, 0x202F].contains(text.scalars[index - 1]) {
            switch (classes[index - 2], classes[index]) {
            case (.nu, .po), (.nu, .pr), (.pr, .nu): break
            case (.nu, .nu):
                guard digits((0..<index - 1).reversed()) <= 3, 3...4 ~= digits(index..<text.count) else { continue }
            default: continue
            }
            keep(index - 1..<index + 1)
        }
    }

    private func digits(_ indices: some Sequence<Int>) -> Int { indices.prefix { classes[$0] == .nu }.count }
}
