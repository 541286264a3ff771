package import PostcardImaging

/// Draws a caption for pictures of one size.
struct CaptionRenderer {
    /// The maximum number of pixels in all glyphs combined, which only a malicious font exceeds.
    private static let maximumWork = 1 << 32
    /// The minimum text size in pixels, if there is space.
    private static let readableSize = 8.0

    /// The width of slits between outlines that are filled, in widths of the outline. In the bundled typeface, KE has the widest.
    private static let slit = 1.3

    var caption: Caption
    /// The size of the picture that boxes and sizes refer to.
    let size: PixelSize
    /// The top left corner of the base image on the canvas.
    var origin = SIMD2<Double>.zero
    /// The size of the canvas. Anything drawn outside the canvas is clipped.
    var canvas: PixelSize
    let fonts: FontLibrary
    /// True if rotated text must not leave its box.
    var staysInBox = false
    /// The layout, once it is known.
    var knownLayout: TextLayout?

    /// Returns the height of capitals, in pixels, below which text is hard to read on a phone.
    static func legibleHeight(on size: PixelSize) -> Double { 0.045 * Double(size.height) }

    var room: RotatedTextArea { RotatedTextArea(caption, on: size, origin: origin, staysInBox: staysInBox) }

    init(_ caption: Caption, on size: PixelSize, fonts: FontLibrary) {
        self.caption = caption
        self.size = size
        self.fonts = fonts
        canvas = size
    }

    /// Returns the layout and stores it.
    mutating func keepLayout() throws(MemeError) -> TextLayout {
        let layout = try layout()
        knownLayout = layout
        return layout
    }

    /// Lays out the text as large as its box allows or, if the rotated text does not fit on the canvas, as large as the canvas allows.
    ///
    /// - Parameter typesetter: the typesetter of the caption's text, if it already exists.
    func layout(by typesetter: TextTypesetter? = nil) throws(MemeError) -> TextLayout {
        if let knownLayout { return knownLayout }
        let typesetter = if let typesetter { typesetter } else { try TextTypesetter(caption, fonts: fonts) }
        // Text larger than the picture would show only the insides of glyphs.
        let smallest = max(1, min(caption.minimumSize.pixels(on: size), Double(max(size.width, size.height))))
        // On small pictures, text may reach a readable size unless the caption sets its own minimum size.
        let wanted = caption.minimumSize == Caption("").minimumSize ? Self.readableSize : smallest
        let sizes = smallest...max(smallest, wanted, caption.maximumSize.pixels(on: size))
        let box = SIMD2(caption.box.width, caption.box.height) * size.vector
        func plain(_ room: SIMD2<Double>) throws(MemeError) -> TextLayout {
            let room = caption.isVertical ? SIMD2(room.y, room.x) : room
            return try typesetter.layout(
                width: room.x, height: room.y, sizes: sizes, legibleHeight: Self.legibleHeight(on: size))
        }
        func fitted(_ room: SIMD2<Double>) throws(MemeError) -> TextLayout {
            guard caption.effects.contains(.arc) else { return try plain(room) }
            return try TextArc.fitted(into: room, for: caption, atLeast: sizes.lowerBound, by: plain)
        }
        let whole = try fitted(box)
        let room = room
        guard !room.rotation.isNone, !room.fits(CaptionPlacement.outerSize(of: whole, caption)) else { return whole }
        return try room.rectangles(within: box).map(fitted).max { $1.isBetter(than: $0) } ?? whole
    }

    /// Returns the layers of the caption in drawing order, and the caption's report.
    func lettering() throws -> (layers: [MaskLayers], report: CaptionReport) {
        let layout = try layout()
        guard caption.visiblePartCount != 0 else {
            return ([], CaptionReport(layout: layout))
        }
        let placement = CaptionPlacement(layout, caption, on: size, origin: origin, area: room)
        let opacity = UInt8((caption.opacity * 255).rounded())
        var layers: [MaskLayers] = []
        if let bubble = caption.bubble, !layout.lines.isEmpty {
            let shape = BubbleShape(pointingAt: bubble, placement)
            if let drawn = shape.layers(caption.backdrop?.color ?? .white, opacity: opacity, on: canvas) {
                layers.append(drawn)
            }
        } else if let backdrop = caption.backdrop, !layout.lines.isEmpty {
            let mask = BackdropShape(backdrop, placement).mask(on: canvas)
            layers.append(MaskLayers(fill: mask, fillColor: backdrop.color, opacity: opacity))
        }
        if var text = try text(layout, placement) {
            text.opacity = opacity
            if caption.effects.contains(.glow) {
                layers += try Glow.layers(
                    around: text.silhouette, of: caption.fill, size: layout.size, opacity, on: canvas)
            }
            if let shadow = caption.shadow {
                let mask = try softened(text.silhouette, shadow, size: layout.size)
                layers.append(MaskLayers(fill: mask, fillColor: shadow.color, opacity: opacity))
            }
            layers.append(text)
        }
        return (layers, CaptionReport(layout: layout))
    }

    private func softened(_ mask: Mask, _ shadow: Caption.Shadow, size: Double) throws(ImageError) -> Mask {
        var moved = mask
        moved.x += Int((shadow.x * size).rounded())
        moved.y += Int((shadow.y * size).rounded())
        let radius = (shadow.blur * size / 2).rounded()
        // This blur is as soft as three box blurs of 2 × radius + 1 pixels each.
        return try moved.blurred(sigma: (radius * (radius + 1)).squareRoot(), on: canvas)
    }

    /// Returns the union of all outlines and the union of all fills, so that no glyph's outline covers another glyph.
    private func text(_ layout: TextLayout, _ placement: CaptionPlacement) throws -> MaskLayers? {
        let glyphs = placement.glyphs().filter(caption.draws)
        let radius = Int32(((caption.outline?.width ?? 0) * layout.size * 64).rounded())
        let (fills, outlines) = try images(of: glyphs, layout, radius: radius)
        guard var fill = emptyMask(for: glyphs, outlines) else { return nil }
        var outline = radius > 0 ? fill : nil
        var pixels: [UInt32]?
        for (index, placed) in glyphs.enumerated() {
            outline?.formUnion(outlines[index].mask, dx: placed.x, dy: placed.y)
            let image = fills[index].tinted(placed.glyph.color)
            if image.colors == nil {
                fill.formUnion(image.mask, dx: placed.x, dy: placed.y)
            } else {
                var painted = pixels.take() ?? [UInt32](repeating: 0, count: fill.coverage.count)
                image.composite(onto: &painted, of: fill, dx: placed.x, dy: placed.y)
                pixels = painted
            }
        }
        outline?.fillHoles(upTo: Int((Double(radius) / 64 * Self.slit).rounded()))
        if caption.effects.contains(.rainbow) {
            pixels = Rainbow.pixels(of: fill, under: pixels, along: placement, isVertical: layout.isVertical)
            fill = Mask(x: fill.x, y: fill.y, width: fill.width, height: fill.height)
        }
        return MaskLayers(
            fill: fill, fillColor: caption.fill, outline: outline, outlineColor: caption.outline?.color ?? .clear,
            colors: pixels)
    }

    /// Returns the glyphs twice: without an outline, and with an outline of `radius` 64ths of a pixel.
    private func images(
        of glyphs: [PlacedGlyph], _ layout: TextLayout, radius: Int32
    ) throws -> (fills: [GlyphImage], outlines: [GlyphImage]) {
        // The outlines of glyphs outside the canvas can reach into the canvas.
        let margin = Int(radius >> 6) + 2
        let isLarge = layout.size * layout.size > Double(canvas.area)
        func images(radius: Int32, around fills: [GlyphImage] = []) throws -> [GlyphImage] {
            let keys = glyphs.map { glyph in
                var key = glyph.key
                let share = layout.typefaces[glyph.glyph.typeface].outlineShare
                key.radius = Int32((Double(radius) * share).rounded())
                guard isLarge else { return key }
                key.clip = PixelRect(
                    x: -glyph.x - margin, y: -glyph.y - margin, width: canvas.width + 2 * margin,
                    height: canvas.height + 2 * margin)
                return key
            }
            return try fonts.glyphs.images(for: keys) { index in
                let typeface = layout.typefaces[glyphs[index].glyph.typeface].typeface
                guard radius > 0 else { return try GlyphDrawing.fill(of: typeface, key: keys[index]) }
                return try GlyphDrawing.outlined(fills[index], of: typeface, key: keys[index])
            }
        }
        let fills = try images(radius: 0)
        let outlines = radius == 0 ? fills : try images(radius: radius, around: fills)
        guard outlines.reduce(0, { $0 + $1.mask.coverage.count }) <= Self.maximumWork else {
            throw MemeError(
                .invalidFont,
                "The font's glyphs are too large for this caption. Use another font.")
        }
        return (fills, outlines)
    }

    /// Returns an empty mask over the glyphs' bounds on the canvas; `nil` if the bounds are outside the canvas.
    private func emptyMask(for glyphs: [PlacedGlyph], _ images: [GlyphImage]) -> Mask? {
        var low = SIMD2(Int.max, Int.max)
        var high = SIMD2(Int.min, Int.min)
        for (glyph, image) in zip(glyphs, images) where image.mask.width > 0 {
            let corner = SIMD2(image.mask.x + glyph.x, image.mask.y + glyph.y)
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner &+ SIMD2(image.mask.width, image.mask.height))
        }
        low = pointwiseMax(low, .zero)
        high = pointwiseMin(high, SIMD2(canvas.width, canvas.height))
        guard all(low .< high) else { return nil }
        return Mask(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}

extension Caption {
    /// Returns the positions of the glyphs on pictures of `size`, without drawing them.
    ///
    /// - Throws: `MemeError`.
    package func layout(on size: PixelSize, fonts: FontLibrary = .shared) throws(MemeError) -> TextLayout {
        try CaptionRenderer(self, on: size, fonts: fonts).layout()
    }
}

extension MaskLayers {
    /// The area covered by fills, outlines and color glyphs.
    var silhouette: Mask {
        var mask = outline ?? fill
        if let colors {
            for index in colors.indices { mask.coverage[index] = max(mask.coverage[index], UInt8(colors[index] >> 24)) }
        }
        return mask
    }
}
