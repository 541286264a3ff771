/// Positions inside words where a line may end if a word is too long for large text.
///
/// No dictionary is used. A syllable boundary is assumed before a consonant that a vowel follows, which is correct for most words in most
/// languages written in Latin, Greek or Cyrillic script.
extension LineBreaker {
    /// The kind of position inside a word, best first.
    enum Division: Comparable {
        /// Between parts of a name or URL: `camelCase`, between a digit and a letter, or after a symbol such as _ or &.
        case joint
        /// Between two syllables.
        case syllable
        /// Anywhere else in a word, with a hyphen.
        case letters
        /// Between any two characters, without a hyphen. Hashtags, @names, numbers and brackets are split only in this way.
        case anywhere
    }

    /// A word, and whether it is a URL or a name that contains symbols, which a hyphen would change.
    struct Word {
        fileprivate let range: Range<Int>
        fileprivate let isAddress: Bool
    }

    /// The minimum number of letters on each side of a joint or syllable boundary.
    private static let minimumLetters = 3
    /// The maximum number of characters before a syllable that are searched for a vowel.
    private static let longestSyllable = 12
    /// @ # _ / =
    private static let addressSigns: Set<UInt32> = [0x40, 0x23, 0x5F, 0x2F, 0x3D]
    private static let signs = Set<UInt32>("_.&=?/:,;@#+~%|-".unicodeScalars.map(\.value))
    private static let vowels = Set<UInt32>("aeiouyæœøıəɛɔαεηιουωаеёиоуыэюяієөүұә".unicodeScalars.map(\.value))

    func word(_ range: Range<Int>) -> Word {
        Word(range: range, isAddress: text.scalars[range].dropLast().contains(where: Self.addressSigns.contains))
    }

    /// Returns the kind of position before `index`, a character boundary inside `word`.
    func division(before index: Int, in word: Word) -> Division {
        if parts.position(before: index) == .inWhole { return .anywhere }
        let hasParts =
            hasLetters((word.range.lowerBound..<index).reversed()) && hasLetters(index..<word.range.upperBound)
        if hasParts, isJoint(index) { return .joint }
        guard takesHyphen(before: index, in: word) else { return .anywhere }
        return hasParts && isSyllable(index, in: word) ? .syllable : .letters
    }

    /// Returns true if a line that ends before `index` gets a hyphen: `index` is between two letters of scripts that use hyphens.
    func takesHyphen(before index: Int, in word: Word) -> Bool {
        !word.isAddress && hasHyphens(letter(before: index)) && hasHyphens(index)
    }

    private func hasLetters(_ indices: some Sequence<Int>) -> Bool {
        let letters = indices.prefix(Self.minimumLetters * 4).filter { kinds[$0] == .letter || kinds[$0] == .digit }
        return letters.count >= Self.minimumLetters
    }

    private func isJoint(_ index: Int) -> Bool {
        if text.joints.contains(index) { return true }
        let last = letter(before: index)
        switch (kinds[last], kinds[index]) {
        case (.letter, .digit), (.digit, .letter): return true
        // The start of a hashtag after another hashtag, or of a URL's fragment.
        case (.letter, .other), (.digit, .other): return text.scalars[index] == 0x23
        // 1,000 and 3.14 are single numbers.
        case (_, .digit) where last > 0 && kinds[last - 1] == .digit: return false
        case (_, .letter), (_, .digit): return Self.signs.contains(text.scalars[last])
        default: return false
        }
    }

    /// True if the character at `index` is a consonant that starts a syllable. A vowel must follow directly, or after letters such as r, l
    /// or h.
    private func isSyllable(_ index: Int, in word: Word) -> Bool {
        let last = lowercase(letter(before: index))
        let next = lowercase(index)
        guard !Self.vowels.contains(next), !isCluster(last, next),
            text.scalars[word.range.lowerBound..<index].suffix(Self.longestSyllable).contains(where: {
                Self.vowels.contains(Self.lowercase($0))
            })
        else { return false }
        var consonant = index
        while let following = letter(after: consonant, in: word) {
            if Self.vowels.contains(lowercase(following)) { return true }
            guard isCluster(lowercase(consonant), lowercase(following)) else { return false }
            consonant = following
        }
        return false
    }

    /// The letters after which a consonant belongs to the same sound or syllable onset: ch, th, tr, pl.
    private static let clusters: [Unicode.Scalar: String] = [
        "h": "cgkprstwz", "r": "bcdfgkptv", "l": "bcfgkps", "k": "c", "c": "s", "р": "бвгдкпт", "л": "бвгкп",
    ]

    private func isCluster(_ first: UInt32, _ second: UInt32) -> Bool {
        guard let first = Unicode.Scalar(first), let second = Unicode.Scalar(second) else { return false }
        // Soft and hard signs belong to the preceding consonant.
        return ["ь", "ъ", "й"].contains(second) || Self.clusters[second]?.unicodeScalars.contains(first) ?? false
    }

    private func lowercase(_ index: Int) -> UInt32 { Self.lowercase(text.scalars[index]) }

    private static func lowercase(_ scalar: UInt32) -> UInt32 {
        let base = Unicode.Scalar(CanonicalMapping.base(of: scalar))
        return base?.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
    }

    /// Returns the index of the letter or sign before `index`, skipping marks.
    private func letter(before index: Int) -> Int {
        var last = index - 1
        while last > 0, isMark(last) { last -= 1 }
        return last
    }

    private func letter(after index: Int, in word: Word) -> Int? {
        var next = index + 1
        while next < word.range.upperBound, isMark(next) { next += 1 }
        return next < word.range.upperBound ? next : nil
    }

    private func isMark(_ index: Int) -> Bool {
        text.scalars[index] >= 0x300
            && Unicode.Scalar(text.scalars[index])?.properties.generalCategory == .nonspacingMark
    }

    /// Latin, Greek, Cyrillic and Georgian letters.
    private func hasHyphens(_ index: Int) -> Bool {
        guard kinds[index] == .letter else { return false }
        return switch text.scalars[index] {
        case ..<0x530, 0x10A0...0x10FF, 0x1C80...0x1CBF, 0x1E00...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA69F,
            0xA720...0xA7FF:
            true
        default: false
        }
    }
}
