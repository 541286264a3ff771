internal import CFriBidi

/// Embedding levels of the Unicode bidirectional algorithm (UAX #9), by FriBidi.
enum BidiLevels {
    /// The level of each scalar. Every line that ends with U+000A is a paragraph with its own direction, that of its first
    /// strong letter.
    static func levels(of text: CaptionText) throws(MemeError) -> [UInt8] {
        var levels = [UInt8](repeating: 0, count: text.count)
        guard text.scalars.contains(where: mayTurn) else { return levels }
        var start = 0
        while start < text.count {
            let end = text.scalars[start...].firstIndex(of: 0x0A) ?? text.count
            if start < end { try paragraph(Array(text.scalars[start..<end]), into: &levels[start..<end]) }
            start = end + 1
        }
        return levels
    }

    /// Hebrew is the first block with letters that run right to left; marks and embeddings are in General Punctuation.
    private static func mayTurn(_ scalar: UInt32) -> Bool {
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
        // "Other neutral" asks for the direction of the first strong letter.
        var direction = FRIBIDI_PAR_ON
        fribidi_get_bidi_types(scalars, FriBidiStrIndex(count), &types)
        fribidi_get_bracket_types(scalars, FriBidiStrIndex(count), types, &brackets)
        let highest = fribidi_get_par_embedding_levels_ex(types, brackets, FriBidiStrIndex(count), &direction, &found)
        guard highest > 0 else {
            throw MemeError(.outOfMemory, "There is not enough memory for the caption's directions.")
        }
        for (index, level) in zip(levels.indices, found) { levels[index] = UInt8(clamping: max(0, level)) }
    }
}
