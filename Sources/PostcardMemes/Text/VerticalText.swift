// MARK: Fonts

extension FontFallback {
    /// The maximum width of combined characters.
    private static let combinedWidth = TextLayout.unitsPerEm * 11 / 10

    /// Sets dots and dashes in the font of adjacent characters if that font has centered forms for columns. In Latin fonts, these signs are
    /// at the baseline.
    mutating func centerSigns() {
        for number in parts.indices {
            let range = text.range(ofCharacter: number)
            guard parts[number].count == 1, VerticalOrientation.middleSigns.contains(text.scalars[range.lowerBound])
            else { continue }
            let neighbors = [number - 1, number + 1].filter(parts.indices.contains).compactMap { parts[$0].first }
            let neighbor = neighbors.first {
                let typeface = typefaces[$0.typeface].typeface
                return $0.typeface > 0 && !typeface.isColor && typeface.hasVerticalForm(of: text.scalars[range])
            }
            if let neighbor { parts[number][0].typeface = neighbor.typeface }
        }
    }

    /// Returns the orientation of a part: a character with a form for columns is upright if its font has that form.
    func orientation(_ orientation: VerticalOrientation, of part: Part) -> VerticalOrientation {
        guard orientation == .transformed else { return orientation }
        return typefaces[part.typeface].typeface.hasVerticalForm(of: text.scalars[part.range]) ? .upright : .sideways
    }

    /// Returns the run, with a smaller face if its combined characters are too wide.
    mutating func narrowed(_ run: TextRun) -> TextRun {
        guard case .combined = run.orientation else { return run }
        var face = typefaces[run.typeface]
        let width = text.scalars[run.range].reduce(0) { $0 + face.typeface.advance(of: $1) }
        let units = face.typeface.units(width, scale: face.scale)
        guard units > Self.combinedWidth else { return run }
        face.scale = face.scale * Self.combinedWidth / units
        var run = run
        if let known = typefaces.firstIndex(where: { $0.typeface == face.typeface && $0.scale == face.scale }) {
            run.typeface = known
        } else {
            typefaces.append(face)
            run.typeface = typefaces.count - 1
        }
        return run
    }
}

extension Typeface {
    /// True if the font has a separate glyph for a character in columns.
    func hasVerticalForm(of cluster: ArraySlice<UInt32>) -> Bool {
        guard let first = cluster.first, let nominal = nominalGlyph(of: first) else { return false }
        return glyphs(of: [first], isVertical: true).first.map { $0 != nominal } ?? false
    }
}

// MARK: Columns

extension TextTypesetter {
    /// The width of a column, as a fraction of the side of an upright character. This width is multiplied by `lineSpacing`, as the cap
    /// height is for lines.
    private static let columnWidth = 0.85

    /// The side of an upright character in the first font that has upright characters.
    private var side: Int {
        let upright = runs.first { $0.orientation == .upright && !typefaces[$0.typeface].typeface.isColor }
        return upright.map { typefaces[$0.typeface].scale } ?? TextLayout.unitsPerEm
    }

    /// The minimum space for ink above and below the baseline, and the minimum distance between baselines.
    var minimum: (above: Int, below: Int, leading: Int) {
        guard caption.isVertical else { return (capHeight, 0, Int(Double(capHeight) * caption.lineSpacing)) }
        let isUpright = runs.contains { $0.orientation == .upright }
        let width = isUpright ? Int(Double(side) * Self.columnWidth) : capHeight
        let half = (isUpright ? side : capHeight) / 2
        return (half, half, Int(Double(width) * caption.lineSpacing))
    }

    /// Returns the height of a glyph above the baseline. In a column, sideways glyphs are centered by the height of capitals.
    func height(of glyph: Shaper.Glyph) -> Int {
        if glyph.isUpright { return glyph.y }
        return glyph.y + typefaces[glyph.typeface].raise - (caption.isVertical ? capHeight / 2 : 0)
    }

    /// Places the glyphs of a line upright next to each other, centered in the space of one character.
    func combine(_ glyphs: inout [Shaper.Glyph], _ face: TextLayout.Face) {
        let width = glyphs.reduce(0) { $0 + $1.advance }
        let baseline = (side + face.typeface.units(face.typeface.capHeight, scale: face.scale)) / 2
        var pen = -width / 2
        for index in glyphs.indices {
            let glyph = glyphs[index]
            glyphs[index].isUpright = true
            glyphs[index].x = baseline - glyph.y - (index == 0 ? 0 : side)
            glyphs[index].y = pen + glyph.x
            glyphs[index].advance = index == 0 ? side : 0
            pen += glyph.advance
        }
    }
}
