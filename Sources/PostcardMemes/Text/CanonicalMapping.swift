import CText

/// Canonical decompositions of Unicode, from HarfBuzz's tables.
enum CanonicalMapping {
    /// The two parts of a character; `nil` for a character without parts. The second is 0 if the character is equivalent to another one,
    /// like a compatibility ideograph.
    static func parts(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
        var (first, second) = (hb_codepoint_t(0), hb_codepoint_t(0))
        guard textLibrary.hb_unicode_decompose(textLibrary.hb_unicode_funcs_get_default(), scalar, &first, &second) != 0
        else { return nil }
        return (first, second)
    }

    /// The characters that `scalar` consists of: its letter, and its marks in order.
    static func decomposition(of scalar: UInt32) -> [UInt32] {
        guard let (first, second) = parts(of: scalar) else { return [scalar] }
        return decomposition(of: first) + (second == 0 ? [] : [second])
    }

    /// The letter without its marks.
    static func base(of scalar: UInt32) -> UInt32 { decomposition(of: scalar)[0] }

    /// The canonical combining class of a mark: 230 above its letter, 220 below it; 0 for other characters.
    static func combiningClass(of scalar: UInt32) -> Int {
        Int(textLibrary.hb_unicode_combining_class(textLibrary.hb_unicode_funcs_get_default(), scalar).rawValue)
    }
}
