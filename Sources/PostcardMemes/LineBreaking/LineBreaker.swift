import CPostcardShims

/// The line breaks that a text allows and demands: those of UAX #14, with the tailoring that captions need.
///
/// Korean with spaces is broken at spaces, as in print. Thai is broken between words where libthai is installed. Finding words
/// takes a dictionary; without one, Thai and Lao are broken before the vowels that are written first in a syllable, Khmer and
/// Myanmar between syllables, all of them only where nothing else makes the letters much larger. A hyphen or slash ends a line only
/// between parts of words, no line begins with a dash, and curved quotation marks are brackets.
struct LineBreaks {
    private let text: CaptionText
    private let classes: [LineBreakClass]
    private let kinds: [LetterKind]
    private let rules: [Bool]
    private let breaksHangul: Bool
    private let thaiWords: Set<Int>?
    private let phrases: Phrases

    /// `true` if some ends of lines that the scripts allow are better avoided.
    let hasPhrases: Bool

    init(_ text: CaptionText, usesDictionaries: Bool = true) {
        self.text = text
        classes = text.scalars.map(LineBreakClass.init)
        kinds = zip(text.scalars, classes).map(LetterKind.init)
        rules = LineBreakRules.breaks(in: text.scalars, classes)
        breaksHangul = !text.scalars.contains(0x20)
        thaiWords = usesDictionaries ? ThaiWords.begins(in: text) : nil
        phrases = Phrases(text)
        hasPhrases = phrases.isAny || kinds.contains(.southEastAsian)
    }

    /// `true` if an end of a line that the script allows before `index` divides what belongs together.
    func dividesPhrase(before index: Int) -> Bool {
        if kinds[index] == .southEastAsian, kinds[index - 1] == .southEastAsian { return !isThaiWord(index) }
        return phrases.divides(before: index)
    }

    /// The penalty of a line break before `index`, for `LineFitter`: of one inside of a phrase, and in Thai and its kin of one
    /// between words, where a space ends the phrase.
    func penalty(before index: Int) -> Double {
        guard index < text.count else { return 0 }
        let isInside = kinds[index] == .southEastAsian && kinds[index - 1] == .southEastAsian
        return isInside ? Phrases.penalty : phrases.penalty(before: index)
    }

    /// `true` for U+00AD, in whose place a hyphen stands at the end of a line.
    func isSoftHyphen(_ index: Int) -> Bool { text.scalars[index] == 0xAD }

    /// The kind of line break before `index`, which must be a boundary of characters; `nil` if there can be none.
    func kind(before index: Int) -> LineFitter.Word.Break? {
        guard index > 0, index < text.count else { return nil }
        if text.scalars[index - 1] == 0x0A { return .forced }
        return isAllowed(before: index) ? .allowed : nil
    }

    /// White space, which vanishes at a line's end.
    func isSpace(_ index: Int) -> Bool {
        switch text.scalars[index] {
        case 0x0A, 0x20, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
        default: false
        }
    }

    private func isAllowed(before index: Int) -> Bool {
        if isSpace(index) { return false }
        if isSpace(index - 1), text.scalars[index - 1] != 0x200B { return isAllowedAfterSpace(before: index) }
        let last = base(before: index)
        switch text.scalars[last] {
        case 0x2D, 0x2F, 0x2010, 0x2012, 0x2013: return rules[index] && isWordJoint(last)
        case 0x2014, 0x2015: return !isDash(index) && classes[index] != .cl
        case 0x2026: return rules[index] && !beginsWord(ellipsis: last)
        default: break
        }
        if isDash(index) { return false }
        switch (kinds[last], kinds[index]) {
        case (.southEastAsian, .southEastAsian):
            return thaiWords == nil || !isThai(index) ? isSyllableBegin(index) : isThaiWord(index)
        case (.southEastAsian, .letter), (.letter, .southEastAsian): return isThaiWord(index)
        case (.hangul, .other), (.other, .hangul): return rules[index]
        case (.hangul, _), (_, .hangul): return breaksHangul && rules[index]
        default: return rules[index] || isAroundQuotation(last, index)
        }
    }

    /// Chinese has curved quotation marks without spaces.
    private func isAroundQuotation(_ last: Int, _ index: Int) -> Bool {
        func isChinese(_ index: Int) -> Bool {
            0x2E80...0xFFFF ~= text.scalars[index] || text.scalars[index] >= 0x20000
        }
        if isQuotation(index, .initialPunctuation) { return isChinese(last) && classes[last] != .op }
        return isQuotation(last, .finalPunctuation) && isChinese(index) && !closes(index)
    }

    /// A line neither begins with what closes (French puts a space before ! and ?) nor ends with what opens.
    private func isAllowedAfterSpace(before index: Int) -> Bool {
        var last = index - 1
        while last > 0, isSpace(last) { last -= 1 }
        if classes[last] == .op || opensQuotation(last) { return false }
        // Signs alone belong to the word before them; “...and” or “:-)” begins something.
        let end = (index..<text.count).first { !closes($0) } ?? text.count
        return end == index || end < text.count && !isSpace(end)
    }

    private func closes(_ index: Int) -> Bool {
        switch classes[index] {
        case .cl, .cp, .ex, .is, .sy, .ns, .cj: true
        default: isQuotation(index, .finalPunctuation)
        }
    }

    /// `true` for the dots of “…and”.
    private func beginsWord(ellipsis index: Int) -> Bool {
        guard let last = (0..<index).last(where: { text.scalars[$0] != 0x2026 }) else { return true }
        return isSpace(last)
    }

    /// The character before `index` without its marks and joiners.
    private func base(before index: Int) -> Int {
        var last = index - 1
        while last > 0, classes[last] == .cm || classes[last] == .zwj { last -= 1 }
        return last
    }

    /// `true` for an opening mark before a word: that of English closes in German.
    private func opensQuotation(_ index: Int) -> Bool {
        isQuotation(index, .initialPunctuation)
            && (index == 0 || isSpace(index - 1) || classes[index - 1] == .op || classes[index - 1] == .qu)
    }

    private func isDash(_ index: Int) -> Bool { text.scalars[index] == 0x2014 || text.scalars[index] == 0x2015 }

    private func isQuotation(_ index: Int, _ category: Unicode.GeneralCategory) -> Bool {
        classes[index] == .qu && Unicode.Scalar(text.scalars[index])?.properties.generalCategory == category
    }

    /// `true` if a hyphen or slash stands between two parts of at least two letters: not in “T-shirt” or “-5”.
    private func isWordJoint(_ index: Int) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            kinds.indices.contains(index) && (kinds[index] == .letter || kinds[index] == .ideograph)
        }
        return isLetter(index - 1) && isLetter(index - 2) && isLetter(index + 1) && isLetter(index + 2)
    }

    private func isThai(_ index: Int) -> Bool { 0xE01...0xE5B ~= text.scalars[index] }

    private func isThaiWord(_ index: Int) -> Bool { thaiWords?.contains(index) ?? false }

    private func isSyllableBegin(_ index: Int) -> Bool {
        switch text.scalars[index] {
        // Vowels of Thai and Lao that precede their consonant.
        case 0xE40...0xE44, 0xEC0...0xEC4: return true
        case 0xE01...0xE5B, 0xE81...0xEDF: return text.scalars[index - 1] == 0xE46 || text.scalars[index - 1] == 0xEC6
        // Myanmar and Khmer: a consonant that is neither stacked nor closes the syllable before.
        case 0x1000...0x102A, 0x1780...0x17B3:
            let next = index + 1 < text.count ? text.scalars[index + 1] : 0
            return text.scalars[index - 1] != 0x17D2 && text.scalars[index - 1] != 0x1039 && next != 0x103A
                && next != 0x1039
        default: return false
        }
    }
}

/// The words of Thai, which is written without spaces between them, by libthai's dictionary where it is installed.
enum ThaiWords {
    /// Indices at which words begin; `nil` without Thai in the text, or without libthai.
    static func begins(in text: CaptionText) -> Set<Int>? {
        guard text.scalars.contains(where: { 0xE01...0xE5B ~= $0 }) else { return nil }
        var positions = [Int32](repeating: 0, count: text.count)
        let count = postcard_thai_breaks(text.scalars, text.count, &positions)
        return count < 0 ? nil : Set(positions.prefix(Int(count)).map(Int.init))
    }
}
