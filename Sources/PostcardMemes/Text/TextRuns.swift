import CText

/// A text divided into runs, and the fonts that they need.
struct TextRuns {
    let runs: [TextRun]
    let typefaces: [TextLayout.Face]
    /// The language to shape with: the caption's, or the one that the letters tell.
    let language: String?

    /// `typeface` is the wanted font; others stand in where it lacks characters. `isVertical` tells whether the text is set in columns.
    init(
        _ text: CaptionText, typeface: Typeface, isVertical: Bool = false, fonts: FontLibrary
    ) throws(MemeError) {
        let scripts = Self.scripts(of: text)
        language = text.language ?? Self.language(of: scripts)
        let levels = try BidiLevels.levels(of: text.scalars)
        var choice = try FontFallback(text, typeface, scripts: scripts, language: language, fonts: fonts)
        let orientations = isVertical ? VerticalOrientation.orientations(of: text) : nil
        if isVertical { choice.centerSigns() }
        var runs: [TextRun] = []
        for (number, parts) in choice.parts.enumerated() {
            for part in parts {
                var run = TextRun(
                    range: part.range, typeface: try choice.face(of: part), script: scripts[number],
                    level: levels[part.range.lowerBound], isMark: part.isMark)
                if let orientations { run.orientation = choice.orientation(orientations[number], of: part) }
                Self.append(run, to: &runs)
            }
        }
        self.runs = isVertical ? runs.map { choice.narrowed($0) } : runs
        typefaces = choice.typefaces
    }

    /// Adds a run, or makes the one before it longer.
    private static func append(_ run: TextRun, to runs: inout [TextRun]) {
        if var last = runs.last, last.range.upperBound == run.range.lowerBound, !run.isMark {
            let start = last.range.lowerBound
            last.range = run.range
            if last == run {
                runs[runs.count - 1].range = start..<run.range.upperBound
                return
            }
        }
        runs.append(run)
    }

    /// The script of each character. What several scripts share, such as digits and marks, takes the script before it, at the
    /// beginning of the text the one after it (UAX #24, section 5.1).
    private static func scripts(of text: CaptionText) -> [UInt32] {
        let functions = textLibrary.hb_unicode_funcs_get_default()
        let found = text.characters.map { character in
            text.scalars[character].lazy.map { textLibrary.hb_unicode_script(functions, $0) }.first {
                $0 != HB_SCRIPT_COMMON && $0 != HB_SCRIPT_INHERITED && $0 != HB_SCRIPT_UNKNOWN
            }
        }
        var current = found.lazy.compactMap(\.self).first ?? HB_SCRIPT_LATIN
        return found.map { script in
            current = script ?? current
            return current.rawValue
        }
    }

    /// Han characters look different in Chinese, Japanese and Korean; kana and hangul beside them tell which it is.
    private static func language(of scripts: [UInt32]) -> String? {
        if scripts.contains(where: { $0 == HB_SCRIPT_HIRAGANA.rawValue || $0 == HB_SCRIPT_KATAKANA.rawValue }) {
            return "ja"
        }
        if scripts.contains(HB_SCRIPT_HANGUL.rawValue) { return "ko" }
        return scripts.contains(HB_SCRIPT_HAN.rawValue) ? "zh-Hans" : nil
    }
}

/// A stretch of text that is shaped in one go: one typeface, one script, one direction.
struct TextRun: Equatable {
    /// Scalars of the text, in the order they are read.
    var range: Range<Int>
    /// Index of the typeface in the layout's list.
    var typeface: Int
    /// ISO 15924 code as HarfBuzz packs it (`hb_script_t`).
    var script: UInt32
    /// Embedding level of the bidirectional algorithm (UAX #9): odd is right to left.
    var level: UInt8
    /// A mark whose letter, in the run before, is of another font.
    var isMark = false
    /// The orientation in a column; `.sideways` in lines, which are columns turned by a quarter.
    var orientation = VerticalOrientation.sideways

    var isRightToLeft: Bool { level & 1 == 1 }
}

/// Embedding levels of the Unicode bidirectional algorithm (UAX #9), by FriBidi.
enum BidiLevels {
    /// The level of each scalar. Every line that ends with U+000A is a paragraph with its own direction, that of its first
    /// strong letter.
    static func levels(of scalars: [UInt32]) throws(MemeError) -> [UInt8] {
        var levels = [UInt8](repeating: 0, count: scalars.count)
        guard scalars.contains(where: mayTurn) else { return levels }
        for line in scalars.split(separator: 0x0A) { try paragraph(Array(line), into: &levels[line.indices]) }
        return levels
    }

    /// `true` if the first strong letter of a text is one of those that run from right to left. Without the libraries, by which no text
    /// is set either, `false`.
    static func isRightToLeft(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        guard scalars.contains(where: mayTurn), (try? openTextLibrary()) != nil else { return false }
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: scalars.count)
        textLibrary.fribidi_get_bidi_types(scalars, FriBidiStrIndex(scalars.count), &types)
        return textLibrary.fribidi_get_par_direction(types, FriBidiStrIndex(scalars.count)) == FRIBIDI_PAR_RTL
    }

    /// Puts the parts of a line into the order from left to right: rule L2 of UAX #9, from the highest level down every stretch of
    /// at least that level is turned around.
    static func reorder<Part>(_ line: inout [Part], level: (Part) -> UInt8) {
        guard let highest = line.map(level).max(), highest > 0 else { return }
        for current in stride(from: highest, to: 0, by: -1) {
            for stretch in line.stretches(of: { level($0) >= current && level($1) >= current }) {
                line[stretch].reverse()
            }
        }
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
        textLibrary.fribidi_get_bidi_types(scalars, FriBidiStrIndex(count), &types)
        textLibrary.fribidi_get_bracket_types(scalars, FriBidiStrIndex(count), types, &brackets)
        let highest = textLibrary.fribidi_get_par_embedding_levels_ex(
            types, brackets, FriBidiStrIndex(count), &direction, &found)
        guard highest > 0 else {
            throw MemeError(.outOfMemory, "There is not enough memory for the caption's directions.")
        }
        for (index, level) in zip(levels.indices, found) { levels[index] = UInt8(clamping: max(0, level)) }
    }
}
