import PostcardCore

/// The characters of a caption as drawn: in the chosen case, without control characters, without white space at either end or at the start
/// of lines, and with lines that end with U+000A.
struct CaptionText {
    /// The maximum number of characters in a caption: far more than anyone would read on a picture, but few enough for fast layout.
    static let maximumCount = 8_000

    /// The maximum number of scalars in a user-perceived character. Real characters have at most ten scalars; playful stacks of marks have
    /// a few dozen.
    private static let maximumMarks = 256

    /// The BCP 47 tag of the language: the specified tag, or Turkish if the letters indicate Turkish; otherwise `nil`.
    let language: String?
    /// Unicode scalar values.
    var scalars: [UInt32] = []
    /// The start of each user-perceived character (extended grapheme cluster), and the end of the text.
    private(set) var boundaries: [Int] = []
    /// The boundaries between parts of words typed as `camelCase`; uppercase text hides these boundaries.
    private(set) var joints: Set<Int> = []
    /// The look of each scalar; empty if the text contains no markup.
    private var looks: [TextLook] = []

    /// `language` is a BCP 47 tag, which affects uppercasing; `nil` to detect the language from the letters. `hasMarks` is true to
    /// interpret markup such as `*bold*`.
    init(
        _ text: String, letterCase: LetterCase, language: String? = nil, hasMarks: Bool = false
    ) throws(MemeError) {
        guard text.unicodeScalars.dropFirst(Self.maximumCount).isEmpty else { throw Self.tooLong(nil) }
        let marked = hasMarks ? MarkedText(text) : nil
        let text = marked?.text ?? text
        let language = language ?? (TextLanguage.hasDottedI(text, nil) ? "tr" : nil)
        self.language = language
        var lookChanges = marked.map { Self.lookChanges(in: $0, letterCase, language) }?[...] ?? []
        var look: TextLook?
        let cased = letterCase.apply(to: text, language: language)
        var typedJoints = Self.joints(in: text, letterCase, language)[...]
        scalars.reserveCapacity(cased.utf8.count)
        boundaries.reserveCapacity(cased.utf8.count + 1)
        for (number, character) in cased.enumerated() {
            let start = scalars.count
            if typedJoints.first == number {
                typedJoints.removeFirst()
                joints.insert(start)
            }
            while let change = lookChanges.first, change.number <= number {
                look = change.look
                lookChanges.removeFirst()
            }
            if character.isNewline {
                // Empty lines at the start would only push the other lines down.
                if !scalars.isEmpty { scalars.append(0x0A) }
            } else if !isLeadingSpace(character) {
                for scalar in character.unicodeScalars { append(scalar) }
                if scalars[start...].allSatisfy(Self.isFiller) { scalars.removeLast(scalars.count - start) }
            }
            if scalars.count > start { boundaries.append(start) }
            if let look { looks.append(contentsOf: repeatElement(look, count: max(0, scalars.count - looks.count))) }
            guard scalars.count - start <= Self.maximumMarks else {
                throw MemeError(
                    .textTooLong,
                    "A character in the caption has more than \(Self.maximumMarks) marks or joined parts. Remove some.")
            }
        }
        trimEnd()
        boundaries.append(scalars.count)
        guard scalars.count <= 3 * Self.maximumCount else { throw Self.tooLong(scalars.count) }
    }

    private mutating func trimEnd() {
        while let last = boundaries.last, Self.isWhite(scalars[last]), scalars.count - last == 1 {
            scalars.removeLast()
            boundaries.removeLast()
        }
    }

    var count: Int { scalars.count }

    /// The scalars of each user-perceived character.
    var characters: [Range<Int>] { boundaries.dropLast().indices.map(range(ofCharacter:)) }

    func range(ofCharacter number: Int) -> Range<Int> { boundaries[number]..<boundaries[number + 1] }

    /// Returns the look of a scalar, according to the markup.
    func look(of scalar: Int) -> TextLook {
        looks.indices.contains(scalar) ? looks[scalar] : TextLook()
    }

    /// Returns the characters in `range` as a string.
    func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        for value in scalars[range] { view.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return String(view)
    }

    /// Returns the user-perceived character that a scalar belongs to.
    func character(at index: Int) -> String {
        string(range(ofCharacter: boundaries.partitioningIndex { $0 > index } - 1))
    }

    private func isLeadingSpace(_ character: Character) -> Bool {
        guard scalars.last ?? 0x0A == 0x0A, let first = character.unicodeScalars.first else { return false }
        return character.unicodeScalars.count == 1 && (Self.isWhite(first.value) || first == "\t")
    }

    /// True for white space that disappears at the end of a line. A no-break space stays unless there is nothing else on the line.
    static func isWhite(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0A, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }

    /// True for Hangul filler characters on their own, which are invisible and used for names that look empty.
    private static func isFiller(_ scalar: UInt32) -> Bool {
        [0x115F, 0x1160, 0x3164, 0xFFA0].contains(scalar)
    }

    /// Returns the positions, after the case change, of the capitals in `text` that follow a lowercase letter.
    private static func joints(in text: String, _ letterCase: LetterCase, _ language: String?) -> [Int] {
        var numbers: [Int] = []
        var number = 0
        var start = text.startIndex
        var last: Character?
        for (index, character) in zip(text.indices, text) {
            defer { last = character }
            guard let last, last.isLowercase, character.isUppercase else { continue }
            number += letterCase.apply(to: String(text[start..<index]), language: language).count
            start = index
            numbers.append(number)
        }
        return numbers
    }

    /// Returns the positions, after the case change, of the characters at which the look changes; empty if the look is the same throughout.
    private static func lookChanges(
        in marked: MarkedText, _ letterCase: LetterCase, _ language: String?
    ) -> [(number: Int, look: TextLook)] {
        guard marked.parts.contains(where: { $0.look != TextLook() }) else { return [] }
        var number = 0
        return marked.parts.map { part in
            defer { number += letterCase.apply(to: part.text, language: language).count }
            return (number, part.look)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control: if scalar == "\t" { scalars.append(0x20) }
        case .spaceSeparator where scalar.value == 0x1680: scalars.append(0x20)
        default: scalars.append(scalar.value)
        }
    }

    private static func tooLong(_ count: Int?) -> MemeError {
        let found = count.map { "\($0)" } ?? "more than \(maximumCount)"
        return MemeError(
            .textTooLong,
            "The caption has \(found) characters; the maximum is \(maximumCount). Shorten it, or split it into several captions."
        )
    }
}

extension Caption {
    /// True if a string is invisible, that is, if it contains only white space, control characters and characters without a shape.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
            // U+2800 is the Braille pattern without dots.
            default: scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
            }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the ranges of adjacent elements that belong together.
    func stretches(of areTogether: (Element, Element) -> Bool) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        for index in indices {
            if let last = stretches.last, areTogether(self[index - 1], self[index]) {
                stretches[stretches.count - 1] = last.lowerBound..<index + 1
            } else {
                stretches.append(index..<index + 1)
            }
        }
        return stretches
    }
}
