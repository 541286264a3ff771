/// The scalars of a user-perceived character.
enum TextCluster {
    /// True for a character that is shown as a color picture: by default, or because of U+FE0F, a keycap, a skin tone or a joiner (UTS
    /// #51).
    static func isEmoji(_ scalars: ArraySlice<UInt32>) -> Bool {
        // Below U+00A9, the only emoji are digits, # and *, and these characters need a second character.
        guard let first = scalars.first, first >= 0xA9 || scalars.count > 1 else { return false }
        guard let scalar = Unicode.Scalar(first), scalar.properties.isEmoji else { return false }
        if scalars.contains(0xFE0E) { return false }
        if scalar.properties.isEmojiPresentation { return true }
        return scalars.dropFirst().contains { $0 == 0xFE0F || $0 == 0x20E3 || 0x1F3FB...0x1F3FF ~= $0 || $0 == 0x200D }
    }

    /// True for marks that surround their letter: circles, squares, keycaps.
    static func isEnclosing(_ scalar: UInt32) -> Bool {
        scalar >= 0x488 && Unicode.Scalar(scalar)?.properties.generalCategory == .enclosingMark
    }

    /// True for a character that needs no glyph: joiners, variation selectors, direction marks.
    static func isIgnorable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0xAD: false
        case 0x200B...0x200F, 0xFE00...0xFE0F: true
        default: Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false
        }
    }
}
