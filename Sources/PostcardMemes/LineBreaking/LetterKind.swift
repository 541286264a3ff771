/// The kind of script that a character belongs to, as far as it matters for line breaks.
enum LetterKind {
    /// A letter in a script with spaces between words.
    case letter
    case digit
    /// Hangul syllables and their parts: treated as words if the text contains spaces, otherwise as ideographs.
    case hangul
    /// A character that is a unit on its own: Chinese characters, kana and emoji.
    case ideograph
    /// Thai, Lao, Khmer, Myanmar and related scripts.
    case southEastAsian
    case other

    init(_ scalar: UInt32, _ lineBreak: LineBreakClass) {
        self =
            switch lineBreak {
            case .sa: .southEastAsian
            case _ where lineBreak.isHangul: .hangul
            case .id, .eb, .em, .ri, .cj: .ideograph
            case .nu: .digit
            default: Unicode.Scalar(scalar)?.properties.isAlphabetic == true ? .letter : .other
            }
    }
}
