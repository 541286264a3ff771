/// Places inside of words where a line may end when a word is too long for large letters.
///
/// No dictionary is asked: between syllables means before a consonant with a vowel after it, which is right for most words of most
/// languages that are written with Latin, Greek or Cyrillic letters.
extension LineBreaker {
    /// The kind of a place inside of a word, the best first.
    enum Division: Comparable {
        /// Between parts of a name or an address: `camelCase`, a digit beside a letter, after a sign such as _ or &.
        case joint
        /// Between two syllables.
        case syllable
        /// Between any two characters.
        case anywhere
    }

    /// A word, and whether it is an address or a name with signs in it, which a hyphen would change.
    struct Word {
        fileprivate let range: Range<Int>
        fileprivate let isAddress: Bool
    }

    /// The minimum of letters in a part that a word is divided into at joints and syllables.
    private static let minimumLetters = 3
    /// The number of characters before a syllable in which a vowel is looked for.
    private static let longestSyllable = 12
    /// @ # _ / =
    private static let addressSigns: Set<UInt32> = [0x40, 0x23, 0x5F, 0x2F, 0x3D]
    private static let signs = Set<UInt32>("_.&=?/:,;@#+~%|-".unicodeScalars.map(\.value))
    private static let vowels = Set<UInt32>("aeiouyæœøıəɛɔαεηιουωаеёиоуыэюяієөүұә".unicodeScalars.map(\.value))

    func word(_ range: Range<Int>) -> Word {
        Word(range: range, isAddress: text.scalars[range].dropLast().contains(where: Self.addressSigns.contains))
    }

    /// The kind of the place before `index`, a boundary of characters inside of `word`.
    func division(before index: Int, in word: Word) -> Division {
        guard hasLetters((word.range.lowerBound..<index).reversed()), hasLetters(index..<word.range.upperBound) else {
            return .anywhere
        }
        if isJoint(index) { return .joint }
        return takesHyphen(before: index, in: word) && isSyllable(index, in: word) ? .syllable : .anywhere
    }

    /// `true` if a line that ends before `index` has a hyphen: between two letters of a script that divides words with one.
    func takesHyphen(before index: Int, in word: Word) -> Bool {
        !word.isAddress && hasHyphens(letter(before: index)) && hasHyphens(index)
    }

    /// `true` if all letters of a word are of scripts that divide words with hyphens.
    func isHyphenated(_ range: Range<Int>) -> Bool {
        range.allSatisfy { index in
            switch kinds[index] {
            case .letter: hasHyphens(index) || isMark(index)
            case .ideograph, .hangul, .southEastAsian: false
            default: true
            }
        }
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
        // 1,000 and 3.14 are one number.
        case (_, .digit) where last > 0 && kinds[last - 1] == .digit: return false
        case (_, .letter), (_, .digit): return Self.signs.contains(text.scalars[last])
        default: return false
        }
    }

    /// `true` before a consonant that begins a syllable: one with a vowel after it, alone or with such as r, l or h between them.
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

    /// The letters after which a consonant belongs to the same sound or the same beginning of a syllable: ch, th, tr, pl.
    private static let clusters: [Unicode.Scalar: String] = [
        "h": "cgkprstwz", "r": "bcdfgkptv", "l": "bcfgkps", "k": "c", "c": "s", "р": "бвгдкпт", "л": "бвгкп",
    ]

    private func isCluster(_ first: UInt32, _ second: UInt32) -> Bool {
        guard let first = Unicode.Scalar(first), let second = Unicode.Scalar(second) else { return false }
        // Soft and hard signs belong to the consonant before them.
        return ["ь", "ъ", "й"].contains(second) || Self.clusters[second]?.unicodeScalars.contains(first) ?? false
    }

    private func lowercase(_ index: Int) -> UInt32 { Self.lowercase(text.scalars[index]) }

    private static func lowercase(_ scalar: UInt32) -> UInt32 {
        let base = Unicode.Scalar(CanonicalMapping.base(of: scalar))
        return base?.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
    }

    /// The letter or sign before `index` without its marks.
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
