import CText

/// The positions where a line may or must end, and how well the line reads: the breaks of UAX #14, tailored for captions.
///
/// Korean text that contains spaces is broken at spaces, as in print. Thai is broken between words if libthai is installed, because finding
/// words requires a dictionary. Without a dictionary, Thai and Lao are broken before vowels that are written at the start of a syllable,
/// and Khmer and Myanmar between syllables. These breaks are used only if they make the text much larger. A line ends after a hyphen or
/// slash only between parts of words, no line starts with a dash, and curved quotation marks are treated as brackets.
struct LineBreaker {
    let text: CaptionText
    let kinds: [LetterKind]
    private let classes: [LineBreakClass]
    private let allowed: [Bool]
    private let breaksHangul: Bool
    private let thaiWords: Set<Int>?
    private let phrases: Phrases
    let parts: UnbrokenParts

    /// True if some line breaks that the scripts allow are better avoided.
    let hasPhrases: Bool

    init(_ text: CaptionText, usesDictionaries: Bool = true) {
        self.text = text
        classes = text.scalars.map(LineBreakClass.init)
        kinds = zip(text.scalars, classes).map(LetterKind.init)
        allowed = UnicodeLineBreaks.breaks(in: text.scalars, classes)
        breaksHangul = !text.scalars.contains(0x20)
        thaiWords = usesDictionaries ? Self.thaiWords(in: text) : nil
        phrases = Phrases(text, classes)
        parts = UnbrokenParts(text, classes)
        hasPhrases = phrases.isAny || kinds.contains(.southEastAsian)
    }

    /// Returns the indices at which Thai words start, according to libthai's dictionary; `nil` if the text contains no Thai or libthai is
    /// not installed.
    static func thaiWords(in text: CaptionText) -> Set<Int>? {
        guard text.scalars.contains(where: isThai) else { return nil }
        var positions = [Int32](repeating: 0, count: text.count)
        let count = postcard_thai_breaks(text.scalars, text.count, &positions)
        return count < 0 ? nil : Set<Int>(positions.prefix(Int(count)).map(Int.init))
    }

    /// True for white space, which disappears at the end of a line.
    func isSpace(_ index: Int) -> Bool { text.scalars[index] != 0xFEFF && CaptionText.isWhite(text.scalars[index]) }

    /// True for U+00AD, which is drawn as a hyphen at the end of a line.
    func isSoftHyphen(_ index: Int) -> Bool { text.scalars[index] == 0xAD }

    /// Returns the kind of line break before `index`, which must be a character boundary; `nil` if no break is allowed.
    func kind(before index: Int) -> LineFitter.Word.Break? {
        guard index > 0, index < text.count else { return nil }
        if text.scalars[index - 1] == 0x0A { return .forced }
        return isAllowed(before: index) ? .allowed : nil
    }

    /// True if an allowed line break before `index` splits a phrase.
    func dividesPhrase(before index: Int) -> Bool {
        isInSouthEastAsian(index) ? !isThaiWord(index) : phrases.divides(before: index)
    }

    /// The parts of a text in which no line ends. Each level includes the previous levels.
    enum Wholeness { case characters, parts, phrases }

    /// True if a line break before `index` is inside a part of the text that stays whole.
    func divides(_ wholeness: Wholeness, before index: Int) -> Bool {
        switch (wholeness, parts.position(before: index)) {
        case (.characters, _): false
        case (_, .inWhole), (.phrases, .inLong): true
        case (.parts, _): false
        case (.phrases, .outside): dividesPhrase(before: index)
        }
    }

    /// Returns the number of the word that each scalar belongs to. In scripts without spaces, line breaks delimit words.
    func wordNumbers() -> [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(text.count)
        var number = 0
        var isAtBreak = false
        for (start, end) in zip(text.boundaries, text.boundaries.dropFirst()) {
            if kind(before: start) != nil { isAtBreak = isAtBreak || !hasPhrases || !dividesPhrase(before: start) }
            if text.scalars[start] != 0x0A, !isSpace(start) {
                if isAtBreak, start > 0 { number += 1 }
                isAtBreak = false
            }
            numbers.append(contentsOf: repeatElement(number, count: end - start))
        }
        return numbers
    }

    // MARK: Tailoring

    private func isAllowed(before index: Int) -> Bool {
        if isSpace(index) { return false }
        if isSpace(index - 1), text.scalars[index - 1] != 0x200B { return isAllowedAfterSpace(before: index) }
        var last = index - 1
        // Marks and joiners belong to the preceding character.
        while last > 0, classes[last] == .cm || classes[last] == .zwj { last -= 1 }
        switch text.scalars[last] {
        case 0x2D, 0x2F, 0x2010, 0x2012, 0x2013: return allowed[index] && isWordJoint(last)
        case 0x2014, 0x2015: return !isDash(index) && classes[index] != .cl
        case 0x2026: return allowed[index] && !startsWord(ellipsis: last)
        default: break
        }
        if isDash(index) { return false }
        switch (kinds[last], kinds[index]) {
        case (.southEastAsian, .southEastAsian):
            let hasWord = thaiWords != nil && Self.isThai(text.scalars[index])
            return hasWord ? isThaiWord(index) : startsSyllable(index)
        case (.southEastAsian, .letter), (.letter, .southEastAsian): return isThaiWord(index)
        case (.hangul, .other), (.other, .hangul): return allowed[index]
        case (.hangul, _), (_, .hangul): return breaksHangul && allowed[index]
        default: return allowed[index] || isAroundQuotation(last, index)
        }
    }

    /// In Chinese, curved quotation marks have no spaces around them.
    private func isAroundQuotation(_ last: Int, _ index: Int) -> Bool {
        func isChinese(_ index: Int) -> Bool {
            0x2E80...0xFFFF ~= text.scalars[index] || text.scalars[index] >= 0x20000
        }
        if isQuotation(index, .initialPunctuation) { return isChinese(last) && classes[last] != .op }
        return isQuotation(last, .finalPunctuation) && isChinese(index) && !closes(index)
    }

    /// A line does not start with closing punctuation (French puts a space before ! and ?) or end with opening punctuation.
    private func isAllowedAfterSpace(before index: Int) -> Bool {
        var last = index - 1
        while last > 0, isSpace(last) { last -= 1 }
        if classes[last] == .op || opensQuotation(last) { return false }
        // Signs on their own belong to the preceding word; “...and” and “:-)” start a new word.
        let end = (index..<text.count).first { !closes($0) } ?? text.count
        return end == index || end < text.count && !isSpace(end)
    }

    private func closes(_ index: Int) -> Bool {
        switch classes[index] {
        case .cl, .cp, .ex, .is, .sy, .ns, .cj: true
        default: isQuotation(index, .finalPunctuation)
        }
    }

    /// True for an ellipsis at the start of a word, as in “…and”.
    private func startsWord(ellipsis index: Int) -> Bool {
        (0..<index).last { text.scalars[$0] != 0x2026 }.map(isSpace) ?? true
    }

    /// True for an opening quotation mark before a word. The English opening mark is the German closing mark.
    private func opensQuotation(_ index: Int) -> Bool {
        isQuotation(index, .initialPunctuation)
            && (index == 0 || isSpace(index - 1) || classes[index - 1] == .op || classes[index - 1] == .qu)
    }

    private func isDash(_ index: Int) -> Bool { text.scalars[index] == 0x2014 || text.scalars[index] == 0x2015 }

    private func isQuotation(_ index: Int, _ category: Unicode.GeneralCategory) -> Bool {
        classes[index] == .qu && Unicode.Scalar(text.scalars[index])?.properties.generalCategory == category
    }

    /// True if a hyphen or slash is between two parts of at least two letters each, unlike in “T-shirt” or “-5”. The part before a slash can
    /// also end in digits, as in URLs.
    private func isWordJoint(_ index: Int) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            kinds.indices.contains(index) && (kinds[index] == .letter || kinds[index] == .ideograph)
        }
        func isDigit(_ index: Int) -> Bool { kinds.indices.contains(index) && kinds[index] == .digit }
        return [index + 1, index + 2].allSatisfy(isLetter)
            && [index - 2, index - 1].allSatisfy { isLetter($0) || text.scalars[index] == 0x2F && isDigit($0) }
    }

    private func isInSouthEastAsian(_ index: Int) -> Bool {
        kinds[index] == .southEastAsian && kinds[index - 1] == .southEastAsian
    }

    private static func isThai(_ scalar: UInt32) -> Bool { 0xE01...0xE5B ~= scalar }

    private func isThaiWord(_ index: Int) -> Bool { thaiWords?.contains(index) ?? false }

    private func startsSyllable(_ index: Int) -> Bool {
        let last = text.scalars[index - 1]
        switch text.scalars[index] {
        // Thai and Lao vowels that are written before their consonant.
        case 0xE40...0xE44, 0xEC0...0xEC4: return true
        case 0xE01...0xE5B, 0xE81...0xEDF: return last == 0xE46 || last == 0xEC6
        // Myanmar and Khmer: a consonant that is not stacked and does not close the previous syllable.
        case 0x1000...0x102A, 0x1780...0x17B3:
            let next = index + 1 < text.count ? text.scalars[index + 1] : 0
            return last != 0x17D2 && last != 0x1039 && next != 0x103A && next != 0x1039
        default: return false
        }
    }
}

// MARK: Penalties

extension LineBreaker {
    /// The penalty for ending a line with a word that belongs with the next word.
    private static let looseWordPenalty = 0.14
    /// The penalty for ending a line with any other short word.
    private static let shortWordPenalty = 0.04
    /// The penalty (negative) for ending a line with a comma or period.
    private static let signReward = -0.05

    /// Articles, pronouns, prepositions and conjunctions in English and related languages.
    private static let looseWords = Set<String>(  // key: words of text, which may be decomposed
        """
        a an the i i'm my your his her its our their this that to of in on at by for from with and or but if as is are was be no \
        not when than der die das den dem ein eine einen und oder im am zu von mit ich le la les un une de du des et ou à je el \
        los las una y o en il lo gli e di het een van и в на с не а к у по о
        """.split(separator: " ").map(String.init))

    /// Returns the penalty that `LineFitter` applies to a line break before `index` without a space: inside a phrase, or between words in
    /// Thai and related scripts, whose phrases end with spaces.
    func penalty(before index: Int) -> Double {
        guard index < text.count else { return 0 }
        return isInSouthEastAsian(index) ? Phrases.penalty : phrases.penalty(before: index)
    }

    /// Returns the penalty that `LineFitter` applies to a line that ends with `word` if the next line starts at `index`.
    func penalty(of word: Range<Int>, before index: Int) -> Double {
        let inside = parts.position(before: index) == .outside ? 0 : UnbrokenParts.penalty
        return inside + wordPenalty(of: word, before: index)
    }

    /// Returns the penalty for `word` at the end of a line. Some words read well there, and some read badly.
    private func wordPenalty(of word: Range<Int>, before index: Int) -> Double {
        guard word.upperBound < index, let last = word.last else { return penalty(before: index) }
        if [0x2C, 0x2E, 0x21, 0x3F, 0x3B, 0x3A, 0x2026].contains(text.scalars[last]) { return Self.signReward }
        guard word.count <= 5 else { return 0 }
        if Self.looseWords.contains(text.string(word).lowercased().replacing("’", with: "'")) {
            return Self.looseWordPenalty
        }
        return word.count <= 3 ? Self.shortWordPenalty : 0
    }
}
