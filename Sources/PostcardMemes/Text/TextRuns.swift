import CText

/// Text split into runs, and the fonts that the runs need.
struct TextRuns {
    let runs: [TextRun]
    let typefaces: [TextLayout.Face]
    /// The language to use for shaping: the caption's language, or the language that the letters indicate.
    let language: String?

    /// `typeface` is the caption's own font; fallbacks are used for characters missing from that font. `isVertical` is true to set the text
    /// in columns.
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

    /// Adds a run, or extends the previous run.
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

    /// Returns the script of each character. Characters used in several scripts, such as digits and marks, take the script of the preceding
    /// characters or, at the start of the text, of the following characters (UAX #24, section 5.1).
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

    /// Uses adjacent kana and hangul to detect the language of Han characters, which look different in Chinese, Japanese and Korean.
    private static func language(of scripts: [UInt32]) -> String? {
        if scripts.contains(where: { $0 == HB_SCRIPT_HIRAGANA.rawValue || $0 == HB_SCRIPT_KATAKANA.rawValue }) {
            return "ja"
        }
        if scripts.contains(HB_SCRIPT_HANGUL.rawValue) { return "ko" }
        return scripts.contains(HB_SCRIPT_HAN.rawValue) ? "zh-Hans" : nil
    }
}
