import CGLib

/// The line breaking class of a character, by its abbreviation in UAX #14. The values are those of GLib, whose table of characters
/// is used.
enum LineBreakClass: UInt32 {
    case bk, cr, lf, cm, sg, zw, `in`, gl, cb, sp, ba, bb, b2, hy, ns, op, cl, qu, ex, id, nu, `is`, sy, al, pr, po, sa
    case ai, xx, nl, wj, jl, jv, jt, h2, h3, cp, cj, hl, ri, eb, em, zwj

    init(_ scalar: UInt32) {
        // Classes of letters that later versions of Unicode add are those of words.
        self = LineBreakClass(rawValue: UInt32(g_unichar_break_type(scalar).rawValue)) ?? .al
    }

    /// The class that the rules know: LB1 of UAX #14, with small kana that begin no line.
    func resolved(of scalar: UInt32) -> LineBreakClass {
        switch self {
        case .ai, .sg, .xx: return .al
        case .cj: return .ns
        case .sa:
            let category = Unicode.Scalar(scalar)?.properties.generalCategory
            return category == .nonspacingMark || category == .spacingMark ? .cm : .al
        default: return self
        }
    }
}

/// The sort of writing that a character belongs to, as far as it matters where words are divided.
enum LetterKind {
    /// Of words with spaces between them.
    case letter
    case digit
    /// Hangul syllables and their parts: words in a text with spaces, like ideographs in one without.
    case hangul
    /// Stands alone: Chinese characters, kana, emoji.
    case ideograph
    /// Thai, Lao, Khmer, Myanmar and their kin.
    case southEastAsian
    case other

    init(_ scalar: UInt32) { self.init(scalar, LineBreakClass(scalar)) }

    init(_ scalar: UInt32, _ lineBreak: LineBreakClass) {
        self =
            switch lineBreak {
            case .sa: .southEastAsian
            case .jl, .jv, .jt, .h2, .h3: .hangul
            case .id, .eb, .em, .ri, .cj: .ideograph
            case .nu: .digit
            default: Unicode.Scalar(scalar)?.properties.isAlphabetic == true ? .letter : .other
            }
    }
}
