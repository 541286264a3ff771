import CText

/// Canonical decompositions of Unicode characters, from HarfBuzz's tables.
enum CanonicalMapping {
    /// Returns the two parts of a character; `nil` if the character has no parts. The second part is 0 if the character is equivalent to a
    /// single other character, as a compatibility ideograph is.
    static func parts(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
        var (first, second) = (hb_codepoint_t(0), hb_codepoint_t(0))
        guard textLibrary.hb_unicode_decompose(textLibrary.hb_unicode_funcs_get_default(), scalar, &first, &second) != 0
        else { return nil }
        return (first, second)
    }

    /// Returns the characters that `scalar` consists of: the letter, then the marks in order.
    static func decomposition(of scalar: UInt32) -> [UInt32] {
        guard let (first, second) = parts(of: scalar) else { return [scalar] }
        return decomposition(of: first) + (second == 0 ? [] : [second])
    }

    /// Returns the letter without its marks.
    static func base(of scalar: UInt32) -> UInt32 { decomposition(of: scalar)[0] }

    /// Returns a mark's canonical combining class: 230 for marks above the letter, 220 for marks below it; 0 for other characters.
    static func combiningClass(of scalar: UInt32) -> Int {
        Int(textLibrary.hb_unicode_combining_class(textLibrary.hb_unicode_funcs_get_default(), scalar).rawValue)
    }
}
