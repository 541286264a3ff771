/// Finds line breaks within phrases in text without spaces. The script allows these breaks, which read badly.
///
/// Japanese lines should end with a phrase. Particles and endings, which are hiragana, belong to the preceding word, so a phrase ends where
/// hiragana meets another script, after を, and at punctuation. Chinese words can't be recognized without a dictionary: only text between
/// punctuation is kept together, and a final particle stays with the preceding text.
struct Phrases {
    private enum Kind {
        case hiragana, katakana, han, emoji, punctuation, closing, other
    }

    /// The penalty for a line break that splits a phrase, or separates a particle from its word.
    static let penalty = 0.25
    /// The penalty for a line break between phrases that have neither a space nor a sign between them.
    private static let softPenalty = 0.06
    private static let wo: UInt32 = 0x3092
    private static let prefixes = Set<UInt32>("おご".unicodeScalars.map(\.value))
    /// Chinese particles, simplified and traditional.
    private static let chineseParticles = Set<UInt32>("的了吗嗎呢吧啊呀嘛们們着著过過地得".unicodeScalars.map(\.value))

    private let kinds: [Kind]
    private let scalars: [UInt32]
    private let isJapanese: Bool

    /// True if the text has any phrases.
    let isAny: Bool

    /// `classes` contains the class of each scalar.
    init(_ text: CaptionText, _ classes: [LineBreakClass]) {
        scalars = text.scalars
        // Text without kana or higher code points has spaces and needs no phrases.
        guard scalars.contains(where: { $0 >= 0x3041 }) else {
            (kinds, isJapanese, isAny) = ([], false, false)
            return
        }
        kinds = zip(scalars, classes).map(Self.kind)
        isJapanese = kinds.contains { $0 == .hiragana || $0 == .katakana }
        isAny = isJapanese || kinds.contains(.han)
    }

    /// True if a line that ends before `index` splits a phrase.
    func divides(before index: Int) -> Bool {
        guard isAny else { return false }
        let last = kind(before: index)
        let next = kinds[index]
        if last == .punctuation || next == .punctuation { return false }
        guard isJapanese else { return next == .emoji || last == .han || next == .han && last != .closing }
        switch (last, next) {
        case (_, .emoji): return true
        case (.emoji, _): return false
        case (.closing, _): return next == .hiragana
        case (_, .hiragana): return scalars[index - 1] != Self.wo
        case (.hiragana, _): return isPrefix(index - 1)
        default: return true
        }
    }

    /// Returns the penalty for a line break before `index`.
    func penalty(before index: Int) -> Double {
        guard isAny else { return 0 }
        guard divides(before: index) else {
            return kind(before: index) == .punctuation || kinds[index] == .punctuation ? 0 : Self.softPenalty
        }
        return isJapanese || Self.chineseParticles.contains(scalars[index]) ? Self.penalty : 0
    }

    /// Returns the kind of the character before `index`. Marks and joiners have the kind of their letter.
    private func kind(before index: Int) -> Kind {
        var last = index - 1
        while last > 0, TextCluster.isIgnorable(scalars[last]) { last -= 1 }
        return kinds[last]
    }

    private func isPrefix(_ index: Int) -> Bool {
        Self.prefixes.contains(scalars[index]) && (index == 0 || kinds[index - 1] != .hiragana)
    }

    private static func kind(of scalar: UInt32, _ lineBreak: LineBreakClass) -> Kind {
        switch scalar {
        case 0x3041...0x3096, 0x3099...0x309F: return .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
        case 0x3005, 0x3007, 0x303B, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .han
        default: break
        }
        return switch lineBreak {
        case .cl, .cp, .qu:
            switch Unicode.Scalar(scalar)?.properties.generalCategory {
            case .closePunctuation, .finalPunctuation: .closing
            default: .punctuation
            }
        case .op, .ex, .is, .ns, .b2, .in, .sp, .zw, .po: .punctuation
        case .id, .eb, .em, .ri: scalar < 0x3001 || scalar >= 0x1F000 ? .emoji : .other
        default: .other
        }
    }
}
