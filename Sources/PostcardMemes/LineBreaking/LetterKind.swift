/// The kind of writing that a character belongs to, as far as line breaks depend on it.
enum LetterKind {
    /// A letter of words with spaces between them.
    case letter
    case digit
    /// Hangul syllables and their parts: words in a text with spaces, like ideographs in one without.
    case hangul
    /// A character that stands alone: Chinese, kana, emoji.
    case ideograph
    /// Thai, Lao, Khmer, Myanmar and their kin.
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
