/// The characters of a caption as they are lettered: in the wanted case, without control characters, lines ended by U+000A.
struct CaptionText {
    /// Characters that a caption may have. Far more than anybody reads on a picture, few enough to be laid out in no time.
    static let maximumCount = 8_000

    /// Scalars of one user-perceived character. Real ones have ten at most, piled up ones for fun some dozens.
    private static let maximumMarks = 256

    /// Unicode scalar values.
    private(set) var scalars: [UInt32] = []
    /// The start of each user-perceived character (extended grapheme cluster), and the end of the text.
    private(set) var boundaries: [Int] = []

    init(_ text: String, letterCase: LetterCase) throws(MemeError) {
        try Self.check(text)
        let cased = letterCase.apply(to: text)
        scalars.reserveCapacity(cased.utf8.count)
        boundaries.reserveCapacity(cased.utf8.count + 1)
        for character in cased {
            let start = scalars.count
            if character.isNewline {
                scalars.append(0x0A)
            } else {
                for scalar in character.unicodeScalars { append(scalar) }
            }
            if scalars.count > start { boundaries.append(start) }
            guard scalars.count - start <= Self.maximumMarks else {
                throw MemeError(
                    .textTooLong,
                    "A letter of the caption has more than \(Self.maximumMarks) marks or joined parts. Take some away.")
            }
        }
        boundaries.append(scalars.count)
        guard scalars.count <= 3 * Self.maximumCount else { throw Self.tooLong(scalars.count) }
    }

    var count: Int { scalars.count }

    /// The characters of `range`, for reports.
    func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        for value in scalars[range] { view.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return String(view)
    }

    /// The user-perceived character that a scalar belongs to.
    func character(at index: Int) -> String {
        var low = 0
        var high = boundaries.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if boundaries[middle] <= index { low = middle } else { high = middle }
        }
        return string(boundaries[low]..<boundaries[high])
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control: if scalar == "\t" { scalars.append(0x20) }
        case .spaceSeparator where scalar.value == 0x1680: scalars.append(0x20)
        default: scalars.append(scalar.value)
        }
    }

    /// Bytes are counted first, because counting characters of an endless text takes as long as it is.
    private static func check(_ text: String) throws(MemeError) {
        if text.utf8.count <= maximumCount { return }
        let count = text.utf8.count > maximumCount * 4 ? maximumCount + 1 : text.unicodeScalars.count
        if count > maximumCount { throw tooLong(nil) }
    }

    private static func tooLong(_ count: Int?) -> MemeError {
        let found = count.map { "\($0)" } ?? "more than \(maximumCount)"
        return MemeError(
            .textTooLong,
            "The caption has \(found) characters; \(maximumCount) is the most. Shorten it or split it into several.")
    }
}

/// The scalars of a user-perceived character.
enum TextCluster {
    /// `true` if it is shown as a coloured picture: by nature, or because it asks for it with U+FE0F, as a keycap, a flag
    /// or with a skin tone (UTS #51).
    static func isEmoji(_ scalars: ArraySlice<UInt32>) -> Bool {
        // The only emoji below are digits, # and *, which need a second character.
        guard let first = scalars.first, first >= 0xA9 || scalars.count > 1 else { return false }
        guard let scalar = Unicode.Scalar(first), scalar.properties.isEmoji else { return false }
        if scalars.contains(0xFE0E) { return false }
        if scalar.properties.isEmojiPresentation { return true }
        return scalars.dropFirst().contains { $0 == 0xFE0F || $0 == 0x20E3 || 0x1F3FB...0x1F3FF ~= $0 || $0 == 0x200D }
    }

    /// `true` if a character may be without a glyph: joiners, variation selectors, direction marks.
    static func isIgnorable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0xAD: false
        case 0x200B...0x200F, 0xFE00...0xFE0F: true
        default: Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false
        }
    }
}
