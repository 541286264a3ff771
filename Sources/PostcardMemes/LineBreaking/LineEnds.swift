/// Words that a line reads well or badly with at its end.
struct LineEnds {
    /// The penalty of an end after a word that belongs to what follows.
    private static let looseWordPenalty = 0.14
    /// The penalty of an end after another short word.
    private static let shortWordPenalty = 0.04
    /// The penalty, below 0, of an end after a comma or a full stop.
    private static let signReward = -0.05

    /// Articles, pronouns, prepositions and conjunctions of English and the languages nearest to it.
    private static let looseWords: Set<String> = [
        "a", "an", "the", "i", "i'm", "my", "your", "his", "her", "its", "our", "their", "this", "that", "to", "of",
        "in", "on", "at",
        "by", "for", "from", "with", "and", "or", "but", "if", "as", "is", "are", "was", "be", "no", "not", "when",
        "than",
        "der", "die", "das", "den", "dem", "ein", "eine", "einen", "und", "oder", "im", "am", "zu", "von", "mit", "ich",
        "le", "la", "les", "un", "une", "de", "du", "des", "et", "ou", "à", "je", "el", "los", "las", "una", "y", "o",
        "en", "il",
        "lo", "gli", "e", "di", "het", "een", "van", "и", "в", "на", "с", "не", "а", "к", "у", "по", "о",
    ]

    private let text: CaptionText
    private let breaks: LineBreaks

    init(_ text: CaptionText, _ breaks: LineBreaks) {
        self.text = text
        self.breaks = breaks
    }

    /// The penalty of a line that ends with `word`, before `index`.
    func penalty(of word: Range<Int>, before index: Int) -> Double {
        guard word.upperBound < index, let last = word.last else { return breaks.penalty(before: index) }
        if [0x2C, 0x2E, 0x21, 0x3F, 0x3B, 0x3A, 0x2026].contains(text.scalars[last]) { return Self.signReward }
        guard word.count <= 5 else { return 0 }
        if Self.looseWords.contains(text.string(word).lowercased().replacing("’", with: "'")) {
            return Self.looseWordPenalty
        }
        return word.count <= 3 ? Self.shortWordPenalty : 0
    }
}
