import PostcardCore

/// Lays out text in boxes: shapes the text once, fits it according to the resulting widths, and then shapes each line.
struct TextTypesetter {
    /// The maximum height of ink above and below a line's baseline, in units: enough for letters with ten marks in any script. Higher
    /// stacks of marks exceed this height.
    private static let (maximumAbove, maximumBelow) = (TextLayout.unitsPerEm * 4, TextLayout.unitsPerEm * 3)

    /// The caption, whose box and sizes can be replaced for each layout.
    let caption: Caption
    let text: CaptionText
    let runs: [TextRun]
    let typefaces: [TextLayout.Face]
    let shaper: Shaper
    /// The width of the outline, in units.
    let outline: Int
    /// The distance between the outline and the edges of the box, in units.
    let padding: Int
    /// The word number of each scalar; empty if the caption does not appear in parts.
    let wordNumbers: [Int]
    /// The glyphs of each run, as if all runs were on one line.
    private var glyphs: [[Shaper.Glyph]] = []
    /// The hyphen of each typeface that contains a hyphen.
    private var hyphens: [Int: Shaper.Glyph] = [:]

    init(_ caption: Caption, fonts: FontLibrary) throws(MemeError) {
        try caption.validate()
        try openTextLibrary()
        self.caption = caption
        var text = try CaptionText(
            caption.text, letterCase: caption.letterCase, language: caption.language, hasMarks: !caption.isPlain)
        let typeface = try caption.font.typeface(in: fonts)
        try text.lowerGeorgian { (scalar) throws(MemeError) in
            if typeface.covers([scalar]) { return true }
            return try fonts.fallback(for: [scalar], isEmoji: false, language: caption.language) != nil
        }
        self.text = text
        let runs = try TextRuns(text, typeface: typeface, isVertical: caption.isVertical, fonts: fonts)
        (self.runs, typefaces) = (runs.runs, runs.typefaces)
        shaper = try Shaper(text.scalars, language: runs.language)
        func units(_ fraction: Double?) -> Int { Int((fraction ?? 0) * Double(TextLayout.unitsPerEm)) }
        (outline, padding) = (units(caption.outline?.width), units(caption.padding))
        wordNumbers = caption.appearance == nil ? [] : LineBreaker(text).wordNumbers()
        glyphs = try shape(self.runs)
        for (number, face) in typefaces.enumerated() where !face.typeface.isColor {
            hyphens[number] = try shaper.hyphen(of: face.typeface, number: number, scale: face.scale)
                .map { face.widened($0) }
        }
    }

    var capHeight: Int { typefaces[0].capHeight }

    /// Lays out the text. Lines are `lineSpacing` apart unless their ink would touch, which is known only after line breaking. If lines
    /// touch, the text is fitted again with the line distance that the first attempt needed. `width` and `height` are the size of
    /// the box, and `sizes` are the minimum and maximum text sizes, all in pixels. If capitals are lower than `legibleHeight` pixels, the
    /// text gets another line even if this makes it only a little larger.
    func layout(
        width: Double, height: Double, sizes: ClosedRange<Double>, legibleHeight: Double = 0
    ) throws(MemeError) -> TextLayout {
        let ink = LineSkyline(boxes(of: glyphs.flatMap(\.self)), start: 0, margin: 0).extent ?? (0, 0)
        let fitter = TextFitter(text, advances: advances) { scalar in
            hyphens[typeface(of: scalar)]?.advance ?? 0
        }
        var constraints = LineFitter.Constraints(
            width: width, height: height, maximumSize: sizes.upperBound, above: max(ink.above, minimum.above),
            below: max(ink.below, minimum.below), leading: minimum.leading, margin: outline + padding,
            legibleSize: typefaces[0].size(withCapHeight: legibleHeight))
        var layout = TextLayout(typefaces: typefaces, missing: missing)
        layout.isVertical = caption.isVertical
        for isLast in [false, true] {
            let fitted = fitter.fit(constraints, sizes: sizes, capHeight: capHeight)
            try set(fitted, in: &layout)
            measure(&layout)
            if isLast || layout.leading <= constraints.leading { break }
            constraints.leading = layout.leading
        }
        if layout.leading > constraints.leading {
            constraints.leading = layout.leading
            let widest = layout.lines.map(\.width).max() ?? 0
            let size = constraints.size(lines: layout.lines.count, width: widest)
            layout.size = max(sizes.lowerBound, min(layout.size, (size * 64).rounded(.down) / 64))
        }
        return layout
    }

    private func typeface(of scalar: Int) -> Int {
        let next = runs.partitioningIndex { $0.range.lowerBound > scalar }
        return runs.isEmpty ? 0 : runs[max(0, next - 1)].typeface
    }

    private func set(_ fitted: TextFitter.Fitted, in layout: inout TextLayout) throws(MemeError) {
        layout.size = fitted.size
        layout.unfitted = fitted.cut.map { text.string($0..<text.count) } ?? ""
        layout.lines = []
        for fittedLine in fitted.lines {
            let range = fittedLine.range
            let runs = visualRuns(in: range)
            var glyphs = try shape(runs)
            // The hyphen follows the last letter, which can have right-to-left words on its right.
            if fittedLine.hasHyphen, let last = runs.firstIndex(where: { $0.range.contains(range.upperBound - 1) }),
                var hyphen = hyphens[runs[last].typeface]
            {
                hyphen.scalar = range.upperBound - 1
                glyphs[last].append(hyphen)
            }
            layout.lines.append(line(range, glyphs))
        }
    }

    private func shape(_ runs: [TextRun]) throws(MemeError) -> [[Shaper.Glyph]] {
        var shaped: [[Shaper.Glyph]] = []
        shaped.reserveCapacity(runs.count)
        for run in runs {
            let face = typefaces[run.typeface]
            var glyphs = try shaper.shape(run, with: face.typeface, scale: face.scale).map {
                face.widened($0, isRightToLeft: run.isRightToLeft)
            }
            if case .combined = run.orientation { combine(&glyphs, face) }
            widenEnclosed(&glyphs)
            shaped.append(glyphs)
        }
        for index in runs.indices where runs[index].isMark && runs[index].orientation == .sideways {
            place(marks: index, of: runs, in: &shaped)
        }
        return shaped
    }

    private func line(_ range: Range<Int>, _ runs: [[Shaper.Glyph]]) -> TextLayout.Line {
        var line = TextLayout.Line(text: text.string(range), glyphs: [], width: 0)
        line.glyphs.reserveCapacity(range.count)
        for glyph in runs.joined() {
            line.glyphs.append(
                TextLayout.Glyph(
                    typeface: glyph.typeface, id: glyph.id, x: line.width + glyph.x, y: height(of: glyph),
                    color: text.look(of: glyph.scalar).color, word: wordNumbers.isEmpty ? 0 : wordNumbers[glyph.scalar],
                    isUpright: glyph.isUpright))
            line.width += glyph.advance
        }
        return line
    }

    /// Measures the ink of the first and last lines, and the distance that all lines need.
    private func measure(_ layout: inout TextLayout) {
        // The gap between the outline of one line and the letters of the next line.
        let gap = outline + capHeight / 12
        let skylines = layout.lines.map { line in
            let start = caption.isVertical ? 0 : -Int(Double(line.width) * caption.alignment.share)
            let boxes = line.glyphs.compactMap { ink($0.id, $0.typeface, x: $0.x, y: $0.y, isUpright: $0.isUpright) }
            return LineSkyline(boxes, start: start, margin: outline, lowGap: caption.isVertical ? 0 : gap)
        }
        layout.above = max(minimum.above, skylines.first?.extent?.above ?? 0)
        layout.below = max(minimum.below, skylines.last?.extent?.below ?? 0)
        layout.leading = minimum.leading
        for (line, next) in zip(skylines, skylines.dropFirst()) {
            layout.leading = max(layout.leading, line.distance(to: next) + gap)
        }
    }

    /// Returns the runs of a line from left to right.
    private func visualRuns(in range: Range<Int>) -> [TextRun] {
        var line = runs.compactMap { run -> TextRun? in
            let common = run.range.clamped(to: range)
            guard !common.isEmpty else { return nil }
            var run = run
            run.range = common
            return run
        }
        BidiLevels.reorder(&line) { $0.level }
        return line
    }

    /// The advance of each scalar.
    private var advances: [Int] {
        var advances = [Int](repeating: 0, count: text.count)
        for glyph in glyphs.joined() { advances[glyph.scalar] += glyph.advance }
        return advances
    }

    /// The characters that no font has.
    private var missing: [String] {
        var known: Set<NameKey> = []
        return glyphs.joined().filter { $0.id == 0 }.sorted { $0.scalar < $1.scalar }.compactMap { glyph in
            let character = text.character(at: glyph.scalar)
            return known.insert(character).inserted ? character : nil
        }
    }

    func boxes(of glyphs: [Shaper.Glyph]) -> [InkBox] {
        var x = 0
        return glyphs.compactMap { glyph in
            defer { x += glyph.advance }
            return ink(
                glyph.id, glyph.typeface, x: x + glyph.x, y: height(of: glyph), isUpright: glyph.isUpright)
        }
    }

    func ink(_ glyph: UInt32, _ typeface: Int, x: Int, y: Int, isUpright: Bool = false) -> InkBox? {
        let face = typefaces[typeface]
        guard let box = face.typeface.inkBox(of: glyph) else { return nil }
        func units(_ value: Int) -> Int { face.typeface.units(value, scale: face.scale) }
        if isUpright {
            return InkBox(
                left: x - units(box.above), right: x + units(box.below),
                above: min(y + units(box.right), Self.maximumAbove), below: min(-y - units(box.left), Self.maximumBelow)
            )
        }
        let sides = face.sides(of: box)
        return InkBox(
            left: x + units(sides.left), right: x + units(sides.right),
            above: min(units(box.above) + y, Self.maximumAbove), below: min(units(box.below) - y, Self.maximumBelow))
    }
}
