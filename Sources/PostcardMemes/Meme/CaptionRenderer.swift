internal import PostcardImaging

/// Draws a caption for pictures of one size.
struct CaptionRenderer {
    let caption: Caption
    let size: PixelSize
    let fonts: FontLibrary

    func lettering() throws(MemeError) -> CaptionLettering {
        let layout = try layout()
        return CaptionLettering(layers: try layers(layout), report: CaptionReport(layout: layout))
    }

    private func layout() throws(MemeError) -> TextLayout {
        let text = try CaptionText(caption.text, letterCase: caption.letterCase)
        let runs = try TextRuns(
            text, typeface: caption.font.typeface(in: fonts), language: caption.language, fonts: fonts)
        let typesetter = TextTypesetter(
            text: text, runs: runs.runs, typefaces: runs.typefaces,
            shaper: try Shaper(text.scalars, language: runs.shapingLanguage),
            outline: Int((caption.outline?.width ?? 0) * Double(TextLayout.unitsPerEm)), lineSpacing: caption.lineSpacing)
        let smallest = caption.minimumSize.pixels(on: size)
        return typesetter.layout(
            width: caption.box.width * Double(size.width), height: caption.box.height * Double(size.height),
            sizes: smallest...max(smallest, caption.maximumSize.pixels(on: size)))
    }

    private func layers(_ layout: TextLayout) throws(MemeError) -> [MaskLayers] {
        let placed = PlacedGlyphs(layout, caption: caption, on: size)
        let fills = try images(layout, placed, radius: 0)
        let radius = Int32(((caption.outline?.width ?? 0) * layout.size * 64).rounded())
        let outlines = radius > 0 ? try images(layout, placed, radius: radius) : fills
        guard let bounds = bounds(of: outlines, placed) else { return [] }
        var fill = Mask(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
        var outline = fill
        var colors: GlyphColors?
        for (index, glyph) in placed.glyphs.enumerated() {
            if radius > 0 { outline.formUnion(outlines[index].mask, dx: glyph.x, dy: glyph.y) }
            guard fills[index].colors != nil else {
                fill.formUnion(fills[index].mask, dx: glyph.x, dy: glyph.y)
                continue
            }
            var painted = colors ?? GlyphColors(over: fill)
            painted.add(fills[index], dx: glyph.x, dy: glyph.y)
            colors = painted
        }
        return [
            MaskLayers(
                fill: fill, fillColor: caption.fill, outline: radius > 0 ? outline : nil,
                outlineColor: caption.outline?.color ?? .clear, colors: colors?.pixels,
                opacity: UInt8((min(max(caption.opacity, 0), 1) * 255).rounded()))
        ]
    }

    private func images(_ layout: TextLayout, _ placed: PlacedGlyphs, radius: Int32) throws(MemeError) -> [GlyphImage] {
        let faces = layout.typefaces
        return try fonts.glyphs.images(for: placed.glyphs.map { $0.key(radius: radius) }) { (key) throws(MemeError) in
            guard let face = faces.first(where: { $0.typeface.number == key.typeface })?.typeface else { return .empty }
            return try GlyphDrawing.image(of: face, key: key, rotation: placed.rotation)
        }
    }

    private func bounds(of images: [GlyphImage], _ placed: PlacedGlyphs) -> (x: Int, y: Int, width: Int, height: Int)? {
        var left = Int.max
        var top = Int.max
        var right = Int.min
        var bottom = Int.min
        for (image, glyph) in zip(images, placed.glyphs) where image.mask.width > 0 {
            let mask = image.mask
            left = min(left, mask.x + glyph.x)
            top = min(top, mask.y + glyph.y)
            right = max(right, mask.x + glyph.x + mask.width)
            bottom = max(bottom, mask.y + glyph.y + mask.height)
        }
        left = max(left, 0)
        top = max(top, 0)
        right = min(right, size.width)
        bottom = min(bottom, size.height)
        return left < right && top < bottom ? (left, top, right - left, bottom - top) : nil
    }
}
