import CText

/// The embedding levels of the Unicode bidirectional algorithm (UAX #9), computed by FriBidi.
enum BidiLevels {
    /// Returns the level of each scalar. Each line that ends with U+000A is a paragraph, and its first strong character determines its
    /// direction.
    static func levels(of scalars: [UInt32]) throws(MemeError) -> [UInt8] {
        var levels = [UInt8](repeating: 0, count: scalars.count)
        guard scalars.contains(where: mayBeRightToLeft) else { return levels }
        for line in scalars.split(separator: 0x0A) { try paragraph(Array(line), into: &levels[line.indices]) }
        return levels
    }

    /// True if the first strong character of a text is right-to-left. False if the text libraries are missing; in that case, no text can be
    /// drawn.
    static func isRightToLeft(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        guard scalars.contains(where: mayBeRightToLeft), (try? openTextLibrary()) != nil else { return false }
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: scalars.count)
        textLibrary.fribidi_get_bidi_types(scalars, FriBidiStrIndex(scalars.count), &types)
        return textLibrary.fribidi_get_par_direction(types, FriBidiStrIndex(scalars.count)) == FRIBIDI_PAR_RTL
    }

    /// Reorders the parts of a line from left to right according to rule L2 of UAX #9: from the highest level down, every stretch of at
    /// least that level is reversed.
    static func reorder<Part>(_ line: inout [Part], level: (Part) -> UInt8) {
        guard let highest = line.map(level).max(), highest > 0 else { return }
        for current in stride(from: highest, to: 0, by: -1) {
            for stretch in line.stretches(of: { level($0) >= current && level($1) >= current }) {
                line[stretch].reverse()
            }
        }
    }

    /// Hebrew is the first block with right-to-left letters; directional marks and embeddings are in the General Punctuation block.
    private static func mayBeRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x590, 0x900..<0x200E, 0x2070..<0xFB1D, 0x20000...: false
        default: true
        }
    }

    private static func paragraph(_ scalars: [UInt32], into levels: inout ArraySlice<UInt8>) throws(MemeError) {
        let count = scalars.count
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: count)
        var brackets = [FriBidiBracketType](repeating: 0, count: count)
        var found = [FriBidiLevel](repeating: 0, count: count)
        // `FRIBIDI_PAR_ON` selects the direction of the first strong character.
        var direction = FRIBIDI_PAR_ON
        textLibrary.fribidi_get_bidi_types(scalars, FriBidiStrIndex(count), &types)
        textLibrary.fribidi_get_bracket_types(scalars, FriBidiStrIndex(count), types, &brackets)
        let highest = textLibrary.fribidi_get_par_embedding_levels_ex(
            types, brackets, FriBidiStrIndex(count), &direction, &found)
        guard highest > 0 else {
            throw MemeError(.outOfMemory, "Not enough memory for the caption.")
        }
        for (index, level) in zip(levels.indices, found) { levels[index] = UInt8(clamping: max(0, level)) }
    }
}
