/// The line breaks within phrases of a text that is written without spaces: its script allows them, but they read badly.
///
/// Japanese lines are to end where a phrase does: particles and endings, which are hiragana, belong to the word before them, so a
/// phrase ends where hiragana meets another script, after を, and at punctuation. Chinese words are not to be told apart without a
/// dictionary; only what punctuation divides is kept together, and a final particle is kept with what it follows.
struct Phrases {
    private enum Kind {
        case hiragana, katakana, han, emoji, punctuation, closing, other
    }

    /// The penalty of a line break that divides a phrase, or parts a particle from its word.
    static let penalty = 0.25
    /// The penalty of one between phrases, where neither a space nor a sign is.
    private static let softPenalty = 0.06
    private static let wo: UInt32 = 0x3092
    /// お and ご, which make the word after them polite.
    private static let prefixes: Set<UInt32> = [0x304A, 0x3054]
    /// 的 了 吗 呢 吧 啊 呀 嘛 们 着 过 地 得, with the traditional forms of those that have one.
    private static let chineseParticles: Set<UInt32> = [
        0x7684, 0x4E86, 0x5417, 0x55CE, 0x5462, 0x5427, 0x554A, 0x5440, 0x561B, 0x4EEC, 0x5011, 0x7740, 0x8457, 0x8FC7,
        0x904E, 0x5730, 0x5F97,
    ]

    private let kinds: [Kind]
    private let scalars: [UInt32]
    private let isJapanese: Bool

    /// `true` if there is anything that could be divided.
    let isAny: Bool

    init(_ text: CaptionText) {
        scalars = text.scalars
        // The first kana are beyond all scripts with spaces, which have nothing to be told apart.
        guard scalars.contains(where: { $0 >= 0x3041 }) else {
            (kinds, isJapanese, isAny) = ([], false, false)
            return
        }
        kinds = scalars.map(Self.kind)
        isJapanese = kinds.contains { $0 == .hiragana || $0 == .katakana }
        isAny = isJapanese || kinds.contains(.han)
    }

    /// `true` if a line that ends before `index` divides a phrase.
    func divides(before index: Int) -> Bool {
        guard isAny, index > 0, kinds.indices.contains(index) else { return false }
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

    /// The penalty of a line break before `index`.
    func penalty(before index: Int) -> Double {
        guard isAny, index > 0, kinds.indices.contains(index) else { return 0 }
        guard divides(before: index) else {
            return kind(before: index) == .punctuation || kinds[index] == .punctuation ? 0 : Self.softPenalty
        }
        return isJapanese || Self.chineseParticles.contains(scalars[index]) ? Self.penalty : 0
    }

    /// Marks and joiners are of the kind of what they stand on.
    private func kind(before index: Int) -> Kind {
        var last = index - 1
        while last > 0, TextCluster.isIgnorable(scalars[last]) { last -= 1 }
        return kinds[last]
    }

    private func isPrefix(_ index: Int) -> Bool {
        Self.prefixes.contains(scalars[index]) && (index == 0 || kinds[index - 1] != .hiragana)
    }

    private static func kind(of scalar: UInt32) -> Kind {
        switch scalar {
        case 0x3041...0x3096, 0x3099...0x309F: return .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
        case 0x3005, 0x3007, 0x303B, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .han
        default: break
        }
        return switch LineBreakClass(scalar) {
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
