extension TextTypesetter {
    /// Adds space around enclosing frames and circles, which would otherwise overlap adjacent letters in some fonts.
    func widenEnclosed(_ glyphs: inout [Shaper.Glyph]) {
        guard text.scalars.contains(where: TextCluster.isEnclosing) else { return }
        for stretch in glyphs.stretches(of: { $0.scalar == $1.scalar }) {
            let first = glyphs[stretch.lowerBound]
            let isEnclosed = text.character(at: first.scalar).unicodeScalars.contains {
                TextCluster.isEnclosing($0.value)
            }
            guard isEnclosed, !typefaces[first.typeface].typeface.isColor else { continue }
            center(enclosing: stretch, in: &glyphs)
            let boxes = boxes(of: Array(glyphs[stretch]))
            let advance = glyphs[stretch].reduce(0) { $0 + $1.advance }
            let left = min(0, boxes.map(\.left).min() ?? 0)
            let right = max(advance, boxes.map(\.right).max() ?? 0)
            for index in stretch { glyphs[index].x -= left }
            glyphs[stretch.upperBound - 1].advance += right - left - advance
        }
    }

    /// Centers frames and circles on the preceding characters.
    private func center(enclosing range: Range<Int>, in glyphs: inout [Shaper.Glyph]) {
        var letter: InkBox?
        var x = 0
        for index in range {
            let glyph = glyphs[index]
            defer { x += glyph.advance }
            guard let box = ink(glyph.id, glyph.typeface, x: x + glyph.x, y: 0) else { continue }
            guard let letter else {
                letter = box
                continue
            }
            if box.right - box.left > letter.right - letter.left {
                glyphs[index].x += (letter.left + letter.right - box.left - box.right) / 2
            }
        }
    }

    /// Centers marks above or below their letter if the letter's font does not contain the marks. The letter's glyph is next to the marks.
    func place(marks: Int, of runs: [TextRun], in shaped: inout [[Shaper.Glyph]]) {
        let isRightToLeft = runs[marks].isRightToLeft
        var base = marks
        repeat { base += isRightToLeft ? 1 : -1 } while shaped.indices.contains(base) && runs[base].isMark
        guard shaped.indices.contains(base),
            let letter = isRightToLeft
                ? shaped[base].first(where: { $0.advance > 0 }) : shaped[base].last(where: { $0.advance > 0 })
        else { return }
        let letterInk = ink(letter.id, letter.typeface, x: letter.x, y: letter.y + typefaces[letter.typeface].raise)
        let middle = letterInk.map { ($0.left + $0.right) / 2 } ?? letter.advance / 2
        for index in shaped[marks].indices {
            let glyph = shaped[marks][index]
            // The box drawn for a mark that no font has stays where it is.
            guard glyph.id != 0, let markInk = ink(glyph.id, glyph.typeface, x: 0, y: 0) else { continue }
            shaped[marks][index].advance = 0
            shaped[marks][index].x =
                middle - (markInk.left + markInk.right) / 2 - (isRightToLeft ? 0 : letter.advance)
            guard let letterInk else { continue }
            let gap = capHeight / 20
            switch CanonicalMapping.combiningClass(of: text.scalars[glyph.scalar]) {
            case 230: shaped[marks][index].y = max(0, letterInk.above + gap + markInk.below)
            case 220: shaped[marks][index].y = min(0, -letterInk.below - gap - markInk.above)
            default: break
            }
        }
    }
}
