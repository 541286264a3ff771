/// Makes a `TextLayout`: shapes the text once, fits it by the widths found, then shapes the lines.
struct TextTypesetter {
    let text: CaptionText
    let runs: [TextRun]
    let typefaces: [TextLayout.Face]
    let shaper: Shaper
    /// Of the outline, in units.
    let outline: Int
    /// From baseline to baseline, in heights of capitals.
    let lineSpacing: Double

    /// - Parameters:
    ///   - width: of the box in pixels.
    ///   - height: of the box in pixels.
    ///   - sizes: smallest and largest size in pixels.
    func layout(width: Double, height: Double, sizes: ClosedRange<Double>) -> TextLayout {
        let glyphs = runs.map { shaper.shape($0, with: typefaces[$0.typeface].typeface, scale: typefaces[$0.typeface].scale) }
        let ink = inkExtent(of: glyphs.joined())
        let primary = typefaces[0]
        let capHeight = primary.typeface.units(primary.typeface.capHeight, scale: primary.scale)
        let above = max(ink.above, capHeight)
        let leading = max(Int(Double(capHeight) * lineSpacing), above + ink.below + outline)
        let constraints = LineFitter.Constraints(
            width: width, height: height, maximumSize: sizes.upperBound, above: above, below: ink.below, leading: leading,
            outline: outline)
        let words = TextWords(text, advances: advances(of: glyphs.joined()))
        let fitted = words.fit(constraints, sizes: sizes, capHeight: capHeight)
        var layout = TextLayout(
            lines: [], typefaces: typefaces, size: fitted.size, above: above, below: ink.below, leading: leading,
            unfitted: fitted.cut.map { text.string($0..<text.count) } ?? "", missing: [])
        layout.lines = fitted.lines.map { range in
            fitted.lines.count == 1 && runs.count == 1 && range.count == text.count
                ? line(range, [glyphs[0]]) : line(range, visualRuns(in: range).map(shape))
        }
        return layout
    }

    private func shape(_ run: TextRun) -> [Shaper.Glyph] {
        shaper.shape(run, with: typefaces[run.typeface].typeface, scale: typefaces[run.typeface].scale)
    }

    private func line(_ range: Range<Int>, _ runs: [[Shaper.Glyph]]) -> TextLayout.Line {
        var line = TextLayout.Line(text: text.string(range), glyphs: [], width: 0)
        for glyph in runs.joined() {
            line.glyphs.append(
                TextLayout.Glyph(typeface: glyph.typeface, id: glyph.id, x: line.width + glyph.x, y: glyph.y))
            line.width += glyph.advance
        }
        return line
    }

    /// The runs of a line from left to right: rule L2 of UAX #9, from the highest level down every stretch of at least that
    /// level is turned round.
    private func visualRuns(in range: Range<Int>) -> [TextRun] {
        var line = runs.compactMap { run -> TextRun? in
            let common = run.range.clamped(to: range)
            guard !common.isEmpty else { return nil }
            var run = run
            run.range = common
            return run
        }
        guard let highest = line.map(\.level).max(), highest > 0 else { return line }
        for level in stride(from: highest, to: 0, by: -1) {
            var start = 0
            while start < line.count {
                guard line[start].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < line.count, line[end].level >= level { end += 1 }
                line[start..<end].reverse()
                start = end
            }
        }
        return line
    }

    private func advances(of glyphs: some Sequence<Shaper.Glyph>) -> [Int] {
        var advances = [Int](repeating: 0, count: text.count)
        for glyph in glyphs { advances[glyph.scalar] += glyph.advance }
        return advances
    }

    private func inkExtent(of glyphs: some Sequence<Shaper.Glyph>) -> (above: Int, below: Int) {
        var above = 0
        var below = 0
        for glyph in glyphs {
            let face = typefaces[glyph.typeface]
            guard let ink = face.typeface.inkExtent(of: glyph.id) else { continue }
            above = max(above, face.typeface.units(ink.above, scale: face.scale) + glyph.y)
            below = max(below, face.typeface.units(ink.below, scale: face.scale) - glyph.y)
        }
        return (above, below)
    }
}
