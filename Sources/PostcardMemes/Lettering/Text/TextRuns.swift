internal import CHarfBuzz

/// A text divided into runs, and the fonts that they need.
struct TextRuns {
    private(set) var runs: [TextRun] = []
    private(set) var typefaces: [TextLayout.Face]

    private let text: CaptionText
    private let fonts: FontLibrary
    private let language: String?

    /// `typeface` is the wanted font; others stand in where it lacks characters.
    init(_ text: CaptionText, typeface: Typeface, language: String?, fonts: FontLibrary) throws(MemeError) {
        self.text = text
        self.fonts = fonts
        typefaces = [TextLayout.Face(typeface: typeface, scale: TextLayout.unitsPerEm, raise: 0)]
        let scripts = Self.scripts(of: text)
        self.language = language ?? Self.language(of: scripts)
        let levels = try BidiLevels.levels(of: text)
        for (index, start) in text.boundaries.dropLast().enumerated() {
            let range = start..<text.boundaries[index + 1]
            guard text.scalars[start] != 0x0A else { continue }
            let run = TextRun(
                range: range, typeface: try typefaceIndex(of: index), script: scripts[index], level: levels[start])
            append(run)
        }
    }

    private mutating func append(_ run: TextRun) {
        if let last = runs.last, last.range.upperBound == run.range.lowerBound, last.typeface == run.typeface,
            last.script == run.script, last.level == run.level
        {
            runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
        } else {
            runs.append(run)
        }
    }

    /// `number` is the position of one of the text's characters.
    private mutating func typefaceIndex(of number: Int) throws(MemeError) -> Int {
        let range = text.boundaries[number]..<text.boundaries[number + 1]
        let cluster = text.scalars[range]
        let primary = typefaces[0].typeface
        let isEmoji = TextCluster.isEmoji(cluster)
        if !isEmoji {
            // White space stays with the letters before it, so that it does not divide a run.
            if let last = runs.last, last.range.upperBound == range.lowerBound, last.typeface > 0,
                cluster.first == 0x20,
                !typefaces[last.typeface].typeface.isColor, typefaces[last.typeface].typeface.hasGlyph(for: 0x20)
            {
                return last.typeface
            }
            if primary.covers(cluster) {
                return cluster.first == 0x20 ? try typefaceOfSpace(before: number + 1) : 0
            }
        }
        guard let found = try fonts.fallback(for: Array(cluster), isEmoji: isEmoji, language: language, after: primary)
        else { return 0 }
        if let known = typefaces.firstIndex(where: { $0.typeface.number == found.number }) { return known }
        typefaces.append(Self.face(found, beside: primary))
        return typefaces.count - 1
    }

    /// Word spaces of condensed fonts are narrow, too narrow beside the wider letters of a font that stands in; so a space before
    /// those is theirs.
    private mutating func typefaceOfSpace(before number: Int) throws(MemeError) -> Int {
        guard number + 1 < text.boundaries.count else { return 0 }
        let next = text.scalars[text.boundaries[number]..<text.boundaries[number + 1]]
        guard let first = next.first, first > 0x20, !TextCluster.isEmoji(next) else { return 0 }
        let following = try typefaceIndex(of: number)
        return typefaces[following].typeface.hasGlyph(for: 0x20) ? following : 0
    }

    /// Fonts that stand in have capitals as high as those beside them, within reason; emoji are a little higher, and stand in
    /// the middle of the capitals.
    private static func face(_ typeface: Typeface, beside primary: Typeface) -> TextLayout.Face {
        let capHeight = Double(primary.capHeight) / Double(primary.unitsPerEm)
        guard typeface.isColor else {
            let scale = capHeight * Double(typeface.unitsPerEm) / Double(typeface.capHeight)
            return TextLayout.Face(
                typeface: typeface, scale: Int((min(1.3, max(0.75, scale)) * Double(TextLayout.unitsPerEm)).rounded()),
                raise: 0)
        }
        let scale = Int((capHeight * emojiScale * Double(TextLayout.unitsPerEm)).rounded())
        let middle = typeface.units(typeface.middle, scale: scale)
        return TextLayout.Face(
            typeface: typeface, scale: scale, raise: Int(capHeight / 2 * Double(TextLayout.unitsPerEm)) - middle)
    }

    /// Ems of an emoji font to the height of capitals: its pictures are about 1.17 em high and shall be a quarter higher than
    /// capitals.
    private static let emojiScale = 1.07

    /// The script of each character. What several scripts share, such as digits and marks, takes the script before it, at the
    /// beginning of the text the one after it (UAX #24, section 5.1).
    private static func scripts(of text: CaptionText) -> [UInt32] {
        let functions = hb_unicode_funcs_get_default()
        var scripts: [UInt32] = []
        scripts.reserveCapacity(text.boundaries.count)
        var current: UInt32?
        var waiting = 0
        for (index, start) in text.boundaries.dropLast().enumerated() {
            for scalar in text.scalars[start..<text.boundaries[index + 1]] {
                let script = hb_unicode_script(functions, scalar)
                if script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN {
                    continue
                }
                current = script.rawValue
                break
            }
            guard let current else {
                waiting += 1
                continue
            }
            if waiting > 0 {
                scripts.append(contentsOf: repeatElement(current, count: waiting))
                waiting = 0
            }
            scripts.append(current)
        }
        scripts.append(contentsOf: repeatElement(HB_SCRIPT_LATIN.rawValue, count: waiting))
        return scripts
    }

    /// Han characters look different in Chinese, Japanese and Korean; kana and hangul beside them tell which it is.
    private static func language(of scripts: [UInt32]) -> String? {
        if scripts.contains(where: { $0 == HB_SCRIPT_HIRAGANA.rawValue || $0 == HB_SCRIPT_KATAKANA.rawValue }) {
            return "ja"
        }
        if scripts.contains(HB_SCRIPT_HANGUL.rawValue) { return "ko" }
        return scripts.contains(HB_SCRIPT_HAN.rawValue) ? "zh-Hans" : nil
    }

    /// The language to shape with.
    var shapingLanguage: String? { language }
}

/// A stretch of text that is shaped in one go: one typeface, one script, one direction.
struct TextRun {
    /// Scalars of the text, in the order they are read.
    var range: Range<Int>
    /// Index of the typeface in the layout's list.
    var typeface: Int
    /// ISO 15924 code as HarfBuzz packs it (`hb_script_t`).
    var script: UInt32
    /// Embedding level of the bidirectional algorithm (UAX #9): odd is right to left.
    var level: UInt8

    var isRightToLeft: Bool { level & 1 == 1 }
}
