internal import CPostcardShims

/// The line breaks that a text allows and demands: the rules of UAX #14 in brief, between user-perceived characters.
///
/// Korean with spaces is broken at spaces, as in print. Thai is broken between words where libthai is installed. Finding words
/// takes a dictionary; without one, Thai and Lao are broken before the vowels that are written first in a syllable, Khmer and
/// Myanmar between syllables, all of them only where nothing else makes the letters much larger.
struct LineBreaks {
    private let text: CaptionText
    private let classes: [LineBreakClass]
    private let breaksHangul: Bool
    private let thaiWords: Set<Int>?
    private let phrases: Phrases

    /// `true` if some ends of lines that the scripts allow are better avoided.
    let hasPhrases: Bool

    init(_ text: CaptionText, usesDictionaries: Bool = true) {
        self.text = text
        classes = text.scalars.map(LineBreakClass.init)
        breaksHangul = !text.scalars.contains(0x20)
        thaiWords = usesDictionaries ? ThaiWords.begins(in: text) : nil
        phrases = Phrases(text)
        hasPhrases = phrases.isAny || classes.contains(.southEastAsian)
    }

    /// `true` if an end of a line that the script allows before `index` divides what belongs together.
    func dividesPhrase(before index: Int) -> Bool {
        if classes[index] == .southEastAsian, classes[index - 1] == .southEastAsian { return !isThaiWord(index) }
        return phrases.divides(before: index)
    }

    /// The penalty of a line break before `index`, for `LineFitter`: of one inside of a phrase, and in Thai and its kin of one
    /// between words, where a space ends the phrase.
    func penalty(before index: Int) -> Double {
        guard index < text.count else { return 0 }
        let isInside = classes[index] == .southEastAsian && classes[index - 1] == .southEastAsian
        return isInside ? Phrases.penalty : phrases.penalty(before: index)
    }

    /// `true` for U+00AD, in whose place a hyphen stands at the end of a line.
    func isSoftHyphen(_ index: Int) -> Bool { classes[index] == .softHyphen }

    /// The kind of line break before `index`, which must be a boundary of characters; `nil` if there can be none.
    func kind(before index: Int) -> LineFitter.Word.Break? {
        guard index > 0, index < text.count else { return nil }
        if text.scalars[index - 1] == 0x0A { return .forced }
        return isAllowed(before: index) ? .allowed : nil
    }

    /// White space, which vanishes at a line's end.
    func isSpace(_ index: Int) -> Bool {
        classes[index] == .space || classes[index] == .zeroWidthSpace
    }

    private func isAllowed(before index: Int) -> Bool {
        let next = classes[index]
        var lastIndex = index - 1
        while lastIndex > 0, TextCluster.isIgnorable(text.scalars[lastIndex]), classes[lastIndex] == .other {
            lastIndex -= 1
        }
        let last = classes[lastIndex]
        switch (last, next) {
        case (_, .space), (_, .zeroWidthSpace), (_, .glue), (.glue, _): return false
        case (.zeroWidthSpace, _): return true
        case (.space, _): return isAllowedAfterSpace(before: index)
        case (_, .close), (_, .follower), (.open, _), (_, .softHyphen): return false
        case (.softHyphen, _): return true
        case (.dash, _): return next != .dash
        case (.hyphen, .letter), (.hyphen, .ideograph): return isWordJoint(index - 1)
        case (.slash, .letter): return isWordJoint(index - 1)
        case (_, .hyphen), (_, .slash), (_, .dash): return false
        case (.follower, .open), (.close, .open), (.letter, .open), (.digit, .open), (.hangul, .open):
            return isEastAsian(index)
        case (.southEastAsian, .southEastAsian):
            return thaiWords == nil || !isThai(index) ? isSyllableBegin(index) : isThaiWord(index)
        case (.southEastAsian, .letter), (.letter, .southEastAsian): return isThaiWord(index)
        case (.hangul, .hangul): return breaksHangul
        case (.hangul, .letter), (.letter, .hangul), (.hangul, .digit), (.digit, .hangul): return breaksHangul
        case (.ideograph, _): return next != .other
        case (.follower, .ideograph), (.close, .ideograph), (.letter, .ideograph), (.digit, .ideograph): return true
        case (.hangul, .ideograph): return breaksHangul
        case (.follower, .letter), (.close, .letter), (.follower, .digit), (.close, .digit):
            return isEastAsian(index - 1)
        default: return false
        }
    }

    /// A line neither begins with what closes (French puts a space before ! and ?) nor ends with what opens.
    private func isAllowedAfterSpace(before index: Int) -> Bool {
        var last = index - 1
        while last > 0, classes[last] == .space { last -= 1 }
        if classes[last] == .open { return false }
        guard classes[index] == .follower || classes[index] == .close else { return true }
        // One sign alone belongs to the word before it; “...and” or “:-)” begins something.
        return index + 1 < text.count && classes[index + 1] != .space
    }

    /// `true` if a hyphen or slash stands between two parts of at least two letters: not in “T-shirt” or “-5”.
    private func isWordJoint(_ index: Int) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            classes.indices.contains(index) && (classes[index] == .letter || classes[index] == .ideograph)
        }
        return isLetter(index - 1) && isLetter(index - 2) && isLetter(index + 1) && isLetter(index + 2)
    }

    /// `true` if a sign is of the wide kind, round which no space is set.
    private func isEastAsian(_ index: Int) -> Bool {
        text.scalars[index] >= 0x3000
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
