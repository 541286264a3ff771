package import PostcardImaging

/// Draws a caption for pictures of one size.
struct CaptionRenderer {
    /// The maximum of pixels of all glyphs together, which only a hostile font exceeds.
    private static let maximumWork = 1 << 32
    /// The minimum size of letters in pixels where there is room.
    private static let readableSize = 8.0

    var caption: Caption
    /// The size of the picture that boxes and sizes refer to.
    let size: PixelSize
    /// The top left corner of the base image on the canvas.
    var origin = SIMD2<Double>.zero
    /// The size of the canvas; drawing beyond it is lost.
    var canvas: PixelSize
    let fonts: FontLibrary
    /// `true` if turned text must not leave its box.
    var staysInBox = false
    /// The layout, if it is known already.
    var knownLayout: TextLayout?

    var room: RotatedTextArea { RotatedTextArea(caption, on: size, origin: origin, staysInBox: staysInBox) }

    init(_ caption: Caption, on size: PixelSize, fonts: FontLibrary) {
        self.caption = caption
        self.size = size
        self.fonts = fonts
        canvas = size
    }

    /// The layout, which is kept.
    mutating func keepLayout() throws(MemeError) -> TextLayout {
        let layout = try layout()
        knownLayout = layout
        return layout
    }

    /// As large as the box allows; when that has no room turned, as large as the room allows.
    ///
    /// - Parameter typesetter: that of the caption's text, if there is one already.
    func layout(by typesetter: TextTypesetter? = nil) throws(MemeError) -> TextLayout {
        if let knownLayout { return knownLayout }
        let typesetter = if let typesetter { typesetter } else { try TextTypesetter(caption, fonts: fonts) }
        // Larger letters than the picture would show nothing but their insides.
        let smallest = max(1, min(caption.minimumSize.pixels(on: size), Double(max(size.width, size.height))))
        // Letters of the smallest size are for text that has no room otherwise, not for small pictures.
        let wanted = caption.minimumSize == Caption("").minimumSize ? Self.readableSize : smallest
        let sizes = smallest...max(smallest, wanted, caption.maximumSize.pixels(on: size))
        let box = SIMD2(caption.box.width, caption.box.height) * size.vector
        func plain(_ room: SIMD2<Double>) throws(MemeError) -> TextLayout {
            let room = caption.isVertical ? SIMD2(room.y, room.x) : room
            return try typesetter.layout(width: room.x, height: room.y, sizes: sizes)
        }
        func fitted(_ room: SIMD2<Double>) throws(MemeError) -> TextLayout {
            guard caption.effects.contains(.arc) else { return try plain(room) }
            return try TextArc.fitted(into: room, for: caption, atLeast: sizes.lowerBound, by: plain)
        }
        let whole = try fitted(box)
        let room = room
        guard !room.rotation.isNone, !room.holds(CaptionPlacement.outerSize(of: whole, caption)) else { return whole }
        return try room.rectangles(within: box).map(fitted).max { $1.isBetter(than: $0) } ?? whole
    }

    /// The layers of the caption in drawing order, and their layout.
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
        // As soft as three means of 2 × radius + 1 pixels.
        return try moved.blurred(sigma: (radius * (radius + 1)).squareRoot(), on: canvas)
    }

    /// All outlines united and all letters united, so that no glyph's outline lies on another glyph.
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
                image.lay(on: &painted, of: fill, dx: placed.x, dy: placed.y)
                pixels = painted
            }
        }
        outline?.fillHoles(upTo: Int((Double(radius) / 64).rounded()))
        if caption.effects.contains(.rainbow) {
            pixels = Rainbow.pixels(of: fill, under: pixels, along: placement, isVertical: layout.isVertical)
            fill = Mask(x: fill.x, y: fill.y, width: fill.width, height: fill.height)
        }
        return MaskLayers(
            fill: fill, fillColor: caption.fill, outline: outline, outlineColor: caption.outline?.color ?? .clear,
            colors: pixels)
    }

    /// The glyphs without and with an outline of `radius` 64ths of a pixel.
    private func images(
        of glyphs: [PlacedGlyph], _ layout: TextLayout, radius: Int32
    ) throws -> (fills: [GlyphImage], outlines: [GlyphImage]) {
        // Outlines reach in from glyphs beyond the canvas.
        let margin = Int(radius >> 6) + 2
        let isLarge = layout.size * layout.size > Double(canvas.area)
        func images(radius: Int32, around fills: [GlyphImage] = []) throws -> [GlyphImage] {
            let keys = glyphs.map { glyph in
                var key = glyph.key
                key.radius = radius
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
                "The font's glyphs are too large for a caption of \(glyphs.count) of them. Use another font.")
        }
        return (fills, outlines)
    }

    /// Nothing yet, over what the glyphs cover of the canvas; `nil` when that is nothing.
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
    /// The positions of the glyphs on pictures of `size`, without drawing them.
    ///
    /// - Throws: `MemeError`.
    package func layout(on size: PixelSize, fonts: FontLibrary = .shared) throws(MemeError) -> TextLayout {
        try CaptionRenderer(self, on: size, fonts: fonts).layout()
    }
}

extension MaskLayers {
    /// Everything that letters, outlines and coloured glyphs cover.
    var silhouette: Mask {
        var mask = outline ?? fill
        if let colors {
            for index in colors.indices { mask.coverage[index] = max(mask.coverage[index], UInt8(colors[index] >> 24)) }
        }
        return mask
    }
}
