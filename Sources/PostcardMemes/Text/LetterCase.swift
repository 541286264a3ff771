/// The case of a caption's text.
public enum LetterCase: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
    /// As typed.
    case asTyped = "typed"
    /// All uppercase, according to Unicode's full mapping (ß becomes SS). Greek letters lose their accents, as in print. In Turkish and
    /// Azerbaijani, i becomes İ.
    case upper
    /// All lowercase. In Turkish and Azerbaijani, I becomes ı.
    case lower

    /// Reads a name. The former name `asTyped` is also accepted.
    public init(from decoder: any Decoder) throws {
        let isOld = try decoder.singleValueContainer().decode(String.self) == "asTyped"
        self = try isOld ? .asTyped : decoder.namedValue()
    }

    /// Changes the case of a string. `language` is a BCP 47 tag; `nil` to detect the language from the letters.
    func apply(to text: String, language: String? = nil) -> String {
        switch self {
        case .asTyped: text
        case .upper: GreekCapitals.plain(TextLanguage.hasDottedI(text, language) ? Self.upperTurkic(text) : text)
        case .lower: (TextLanguage.hasDottedI(text, language) ? Self.lowerTurkic(text) : text).lowercased()
        }
    }

    private static func upperTurkic(_ text: String) -> String {
        text.replacing("i\u{307}", with: "İ").replacing("i", with: "İ").replacing("ı", with: "I")
    }

    private static func lowerTurkic(_ text: String) -> String {
        text.replacing("I\u{307}", with: "i").replacing("İ", with: "i").replacing("I", with: "ı")
    }
}

/// Converts text to Greek capitals, which have neither accents nor breathings in print.
enum GreekCapitals {
    private static let dialytika: UInt32 = 0x308
    private static let iotaBelow: UInt32 = 0x345
    /// Acute, grave and circumflex.
    private static let accents: Set<UInt32> = [0x300, 0x301, 0x342]
    /// Accents, breathings and length marks.
    private static let lostMarks: Set<UInt32> = accents.union([0x304, 0x306, 0x313, 0x314, 0x343])

    /// Returns `text` in capitals. Only Greek letters lose marks. The separate word Ή, “or”, keeps its tonos. An ι or υ gets a dialytika if
    /// an accent on the previous vowel indicated that the two vowels are not a diphthong.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isGreek($0.value) }) else { return text.uppercased() }
        let characters = Array(text)
        var result = String.UnicodeScalarView()
        var isAfterAccent = false
        for (index, character) in characters.enumerated() {
            let neighbors = [index - 1, index + 1].filter(characters.indices.contains)
            let isAlone = !neighbors.contains { characters[$0].isLetter }
            let parts = character.unicodeScalars.flatMap { CanonicalMapping.decomposition(of: $0.value) }
            guard let letter = parts.first, isGreek(letter), !isAlone || character.lowercased() != "ή" else {
                result.append(contentsOf: character.unicodeScalars)
                isAfterAccent = false
                continue
            }
            var marks = parts.dropFirst().filter { !lostMarks.contains($0) }
            if isAfterAccent, [0x3B9, 0x3C5, 0x399, 0x3A5].contains(letter), !marks.contains(dialytika) {
                marks.insert(dialytika, at: 0)
            }
            isAfterAccent = parts.contains(where: accents.contains)
            for part in [letter] + marks {
                if let scalar = Unicode.Scalar(part == iotaBelow ? 0x3B9 : part) { result.append(scalar) }
            }
        }
        return String(result).uppercased().replacing("Ι\u{308}", with: "\u{3AA}").replacing("Υ\u{308}", with: "\u{3AB}")
    }

    private static func isGreek(_ scalar: UInt32) -> Bool {
        0x370...0x3FF ~= scalar || 0x1F00...0x1FFF ~= scalar
    }
}

extension CaptionText {
    /// Replaces Georgian capitals, which are used only for headings and are missing from most fonts, with the usual letters if `hasGlyph`
    /// returns `false` for any of the capitals.
    mutating func lowerGeorgian(unless hasGlyph: (UInt32) throws(MemeError) -> Bool) throws(MemeError) {
        let capitals: ClosedRange<UInt32> = 0x1C90...0x1CBF
        for scalar in Set<UInt32>(scalars.filter(capitals.contains)) where try !hasGlyph(scalar) {
            for index in scalars.indices where capitals.contains(scalars[index]) { scalars[index] -= 0x1C90 - 0x10D0 }
            return
        }
    }
}
