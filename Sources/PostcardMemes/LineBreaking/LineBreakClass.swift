import CText

/// The line breaking class of a character, named after its abbreviation in UAX #14. The raw values are GLib's values, because GLib's
/// character table is used.
enum LineBreakClass: UInt32 {
    case bk, cr, lf, cm, sg, zw, `in`, gl, cb, sp, ba, bb, b2, hy, ns, op, cl, qu, ex, id, nu, `is`, sy, al, pr, po, sa
    case ai, xx, nl, wj, jl, jv, jt, h2, h3, cp, cj, hl, ri, eb, em, zwj

    init(_ scalar: UInt32) {
        // Characters added in later versions of Unicode are treated as letters of words.
        self = LineBreakClass(rawValue: UInt32(textLibrary.g_unichar_break_type(scalar))) ?? .al
    }

    /// Returns the class to which rule LB1 of UAX #14 resolves this class. Small kana can't start a line.
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

    /// True for Hangul syllables and their parts.
    var isHangul: Bool { [.jl, .jv, .jt, .h2, .h3].contains(self) }

    /// True for characters that behave like ideographs next to currency and percent signs (LB23a, LB27).
    var isIdeographic: Bool { self == .id || self == .eb || self == .em || isHangul }
}
