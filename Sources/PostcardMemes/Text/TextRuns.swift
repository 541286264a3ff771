import CHarfBuzz

/// A text divided into runs, and the fonts that they need.
struct TextRuns {
    private(set) var runs: [TextRun] = []
    private(set) var typefaces: [TextLayout.Face]

    private let text: CaptionText
    private let fonts: FontLibrary
    private let language: String?
    /// Indices of faces in a style, in the order in which they are tried.
    private var styledFaces: [StyledFace: [Int]] = [:]

    private struct StyledFace: Hashable {
        /// Index of the face without the style.
        var typeface: Int
        var isBold: Bool
        var isSlanted: Bool
    }

    /// `typeface` is the wanted font; others stand in where it lacks characters. `isVertical` tells whether the text is set in columns.
    init(
        _ text: CaptionText, typeface: Typeface, language: String?, isVertical: Bool = false, fonts: FontLibrary
    ) throws(MemeError) {
        self.text = text
        self.fonts = fonts
        typefaces = [TextLayout.Face(typeface: typeface, scale: TextLayout.unitsPerEm, raise: 0)]
        let scripts = Self.scripts(of: text)
        self.language = language ?? Self.language(of: scripts)
        let levels = try BidiLevels.levels(of: text.scalars)
        let orientations = isVertical ? VerticalOrientation.orientations(of: text) : nil
        var parts = try text.boundaries.dropLast().indices.map { (number) throws(MemeError) in
            try self.parts(of: number)
        }
        try setWhole(words: scripts, &parts)
        setSpaces(&parts)
        if isVertical { setMiddleSigns(&parts) }
        for (number, parts) in parts.enumerated() {
            for part in parts {
                var run = TextRun(
                    range: part.range, typeface: try face(of: part), script: scripts[number],
                    level: levels[part.range.lowerBound], isMark: part.isMark)
                if let orientations { run.orientation = orientation(orientations[number], of: part) }
                append(run)
            }
        }
        runs = runs.map { narrowed($0) }
    }

    /// A character, or what of it one font has.
    private struct Part {
        var range: Range<Int>
        var typeface: Int
        /// A mark whose letter is of another font.
        var isMark = false
    }

    /// The face of a part in the look that marks in the text give it.
    private mutating func face(of part: Part) throws(MemeError) -> Int {
        let look = text.look(of: part.range.lowerBound)
        guard look.isBold || look.isSlanted, !typefaces[part.typeface].typeface.isColor else { return part.typeface }
        let key = StyledFace(typeface: part.typeface, isBold: look.isBold, isSlanted: look.isSlanted)
        if styledFaces[key] == nil { styledFaces[key] = try faces(of: key) }
        let letters = text.scalars[part.range]
        return styledFaces[key]?.first { typefaces[$0].typeface.covers(letters) } ?? part.typeface
    }

    /// Faces in a style: a font of the family that has it, and the font itself made so.
    private mutating func faces(of key: StyledFace) throws(MemeError) -> [Int] {
        var plain = typefaces[key.typeface]
        let first = typefaces.count
        if let real = try fonts.styled(plain.typeface, isBold: key.isBold, isSlanted: key.isSlanted) {
            var face = Self.face(real.typeface, beside: typefaces[0].typeface)
            (face.isBold, face.isSlanted) = (key.isBold && !real.isBold, key.isSlanted && !real.isSlanted)
            typefaces.append(face)
        }
        (plain.isBold, plain.isSlanted) = (key.isBold, key.isSlanted)
        typefaces.append(plain)
        return Array(first..<typefaces.count)
    }

    private mutating func append(_ run: TextRun) {
        if let last = runs.last, last.range.upperBound == run.range.lowerBound, last.typeface == run.typeface,
            last.script == run.script, last.level == run.level, !last.isMark, !run.isMark,
            last.orientation == run.orientation
        {
            runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
        } else {
            runs.append(run)
        }
    }

    /// Dots and dashes stand at the feet of letters in fonts that stand in for Latin ones, and in the middle of the column in those of
    /// the characters round them.
    private func setMiddleSigns(_ parts: inout [[Part]]) {
        for number in parts.indices {
            guard parts[number].count == 1,
                VerticalOrientation.middleSigns.contains(text.scalars[text.boundaries[number]])
            else { continue }
            let neighbours = [number - 1, number + 1].filter(parts.indices.contains).compactMap {
                parts[$0].first?.typeface
            }
            let font = neighbours.first {
                $0 > 0 && !typefaces[$0].typeface.isColor
                    && typefaces[$0].typeface.hasVerticalForm(of: text.scalars[parts[number][0].range])
            }
            if let font { parts[number][0].typeface = font }
        }
    }

    /// A character that changes in columns stands upright if its font has a form for them.
    private func orientation(_ orientation: VerticalOrientation, of part: Part) -> VerticalOrientation {
        guard orientation == .transformed else { return orientation }
        return typefaces[part.typeface].typeface.hasVerticalForm(of: text.scalars[part.range]) ? .upright : .sideways
    }

    /// Characters beside each other in the place of one are set smaller where they are wider than it.
    private mutating func narrowed(_ run: TextRun) -> TextRun {
        guard case .combined = run.orientation else { return run }
        var run = run
        let face = typefaces[run.typeface]
        let width = text.scalars[run.range].reduce(0) { $0 + face.typeface.advance(of: $1) }
        let units = face.typeface.units(width, scale: face.scale)
        guard units > Self.combinedWidth else { return run }
        var narrow = face
        narrow.scale = face.scale * Self.combinedWidth / units
        if let known = typefaces.firstIndex(where: { $0.typeface == face.typeface && $0.scale == narrow.scale }) {
            run.typeface = known
        } else {
            typefaces.append(narrow)
            run.typeface = typefaces.count - 1
        }
        return run
    }

    /// The greatest width of characters in the place of one.
    private static let combinedWidth = TextLayout.unitsPerEm * 11 / 10

    /// `number` is the position of one of the text's characters.
    private mutating func parts(of number: Int) throws(MemeError) -> [Part] {
        let range = text.boundaries[number]..<text.boundaries[number + 1]
        let cluster = text.scalars[range]
        if cluster.first == 0x0A { return [] }
        if let whole = try typefaceIndex(of: cluster) { return [Part(range: range, typeface: whole)] }
        guard cluster.count > 1 else { return [Part(range: range, typeface: 0)] }
        // No font has all of it: its letter in one, and each mark in one that has that.
        var parts: [Part] = []
        for index in range {
            let scalar = text.scalars[index]
            let typeface = try typefaceIndex(of: [scalar]) ?? 0
            if let last = parts.last, TextCluster.isIgnorable(scalar) || typeface == last.typeface {
                parts[parts.count - 1].range = last.range.lowerBound..<index + 1
            } else {
                let isMark = index > range.lowerBound && CanonicalMapping.combiningClass(of: scalar) > 0
                parts.append(Part(range: index..<index + 1, typeface: typeface, isMark: isMark))
            }
        }
        return parts
    }

    /// The first font that has all of a character; `nil` when none has.
    private mutating func typefaceIndex(of cluster: ArraySlice<UInt32>) throws(MemeError) -> Int? {
        let primary = typefaces[0].typeface
        let isEmoji = TextCluster.isEmoji(cluster)
        if !isEmoji, primary.covers(cluster) { return 0 }
        guard let found = try fonts.fallback(for: Array(cluster), isEmoji: isEmoji, language: language, after: primary)
        else { return nil }
        if let known = typefaces.firstIndex(where: { $0.typeface.number == found.number }) { return known }
        typefaces.append(Self.face(found, beside: primary))
        return typefaces.count - 1
    }

    /// Words of which the wanted font has only some letters are set whole in the font that stands in for the others, if that has
    /// all: letters of two typefaces within a word look like a mistake.
    private func setWhole(words scripts: [UInt32], _ parts: inout [[Part]]) throws(MemeError) {
        var start = 0
        while start < parts.count {
            var end = start
            while end < parts.count, isWord(end), end == start || scripts[end] == scripts[start] { end += 1 }
            defer { start = max(end, start + 1) }
            let used = Set(parts[start..<end].joined().map(\.typeface))
            guard used.count > 1, used.contains(0) else { continue }
            let candidates = parts[start..<end].joined().map(\.typeface).filter { $0 > 0 }
            let letters = (start..<end).map { text.scalars[text.boundaries[$0]..<text.boundaries[$0 + 1]] }
            let whole = candidates.first { candidate in
                !typefaces[candidate].typeface.isColor && letters.allSatisfy(typefaces[candidate].typeface.covers)
            }
            guard let whole else { continue }
            for number in start..<end {
                parts[number] = [Part(range: text.boundaries[number]..<text.boundaries[number + 1], typeface: whole)]
            }
        }
    }

    /// `true` for letters with their marks; figures and signs look well in any font.
    private func isWord(_ number: Int) -> Bool {
        let first = Unicode.Scalar(text.scalars[text.boundaries[number]])
        return first?.properties.isAlphabetic ?? false
    }

    /// Word spaces of condensed fonts are narrow, too narrow beside the wider letters of a font that stands in; so a space beside
    /// those is theirs, of the letters before it rather than of those after it.
    private func setSpaces(_ parts: inout [[Part]]) {
        func hasSpace(_ typeface: Int) -> Bool {
            typeface > 0 && !typefaces[typeface].typeface.isColor && typefaces[typeface].typeface.hasGlyph(for: 0x20)
        }
        for number in parts.indices {
            guard let part = parts[number].first, part.range.count == 1, text.scalars[part.range.lowerBound] == 0x20
            else {
                continue
            }
            if number > 0, let last = parts[number - 1].last(where: { !$0.isMark }), hasSpace(last.typeface) {
                parts[number][0].typeface = last.typeface
            } else if number + 1 < parts.count, let next = parts[number + 1].first, hasSpace(next.typeface) {
                parts[number][0].typeface = next.typeface
            }
        }
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
    /// A mark whose letter, in the run before, is of another font.
    var isMark = false
    /// In a column; `.sideways` in lines, which are columns turned by a quarter.
    var orientation = VerticalOrientation.sideways

    var isRightToLeft: Bool { level & 1 == 1 }
}
