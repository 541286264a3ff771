import PostcardImaging

/// The position of a layout on a base image, in pixels.
struct CaptionPlacement {
    let rotation: Rotation
    /// The rectangle of the text with its outline, before rotation.
    let text: Rectangle

    let layout: TextLayout
    let caption: Caption
    /// The size of the base image.
    let size: PixelSize
    private let origin: SIMD2<Double>
    private let center: SIMD2<Double>
    /// The offset that moves rotated text into the free area.
    private let shift: SIMD2<Double>
    private let outline: Double
    /// The width of the text with its outline.
    private let width: Double

    /// `origin` is the position of the picture's top left corner on the canvas. `area` is the area for the rotated text.
    init(
        _ layout: TextLayout, _ caption: Caption, on size: PixelSize, origin: SIMD2<Double>, area: RotatedTextArea
    ) {
        self.layout = layout
        self.caption = caption
        self.size = size
        self.origin = origin
        let corner = origin + SIMD2(caption.box.x, caption.box.y) * size.vector
        let box = SIMD2(caption.box.width, caption.box.height) * size.vector
        center = corner + box / 2
        rotation = area.rotation
        outline = (caption.outline?.width ?? 0) * layout.size
        let padding = caption.padding * layout.size
        let outer = Self.outerSize(of: layout, caption)
        let inner = outer - 2 * padding
        let low = corner + padding + (box - outer) * SIMD2(caption.alignment.share, caption.verticalAlignment.share)
        text = Rectangle(low: low, high: low + inner)
        width = inner.x
        let middle = center + rotation.apply(low + inner / 2 - center)
        shift = rotation.isNone ? .zero : area.center(near: middle, of: outer) - middle
    }

    /// Returns the size of the text with its outline and padding, in pixels, before rotation.
    static func outerSize(of layout: TextLayout, _ caption: Caption) -> SIMD2<Double> {
        let margin = ((caption.outline?.width ?? 0) + caption.padding) * layout.size
        if caption.effects.contains(.arc) {
            return TextArc(layout, caption).size * layout.pixelsPerUnit + 2 * margin
        }
        let widest = layout.lines.map(\.width).max() ?? 0
        let size = SIMD2(Double(widest), Double(layout.height)) * layout.pixelsPerUnit + 2 * margin
        return layout.isVertical ? SIMD2(size.y, size.x) : size
    }

    /// Returns the part of the picture that unrotated text covers, as fractions of the picture size.
    static func share(of layout: TextLayout, _ caption: Caption, on size: PixelSize) -> Rectangle {
        let extent = outerSize(of: layout, caption) / size.vector
        let share = SIMD2(caption.alignment.share, caption.verticalAlignment.share)
        let low =
            SIMD2(caption.box.x, caption.box.y) + (SIMD2(caption.box.width, caption.box.height) - extent) * share
        return Rectangle(low: low, high: low + extent)
    }

    /// Returns the rotated position of a point.
    func turned(_ point: SIMD2<Double>) -> SIMD2<Double> {
        rotation.isNone ? point : center + shift + rotation.apply(point - center)
    }

    /// Returns the position of a point on the base image before rotation.
    func unturned(_ place: UnitPoint) -> SIMD2<Double> {
        let point = origin + place.vector * size.vector
        return rotation.isNone ? point : center + rotation.inverse.apply(point - shift - center)
    }

    /// Returns the glyphs, positioned at quarters of a pixel. Baselines of unrotated text are at whole pixels, for crisp lower edges.
    func glyphs() -> [PlacedGlyph] {
        let arc = caption.effects.contains(.arc) ? TextArc(layout, caption) : nil
        return layout.lines.enumerated().flatMap { index, line in
            line.glyphs.map { glyph in
                let place = place(of: glyph, in: index, arc)
                return PlacedGlyph(
                    turned(place.origin), glyph, of: layout.typefaces[glyph.typeface], line: index, size: layout.size,
                    rotation: place.rotation)
            }
        }
    }

    /// Returns the origin of a glyph before the caption is rotated, and the rotation of the glyph. All columns start at the same height,
    /// and the first column is on the right.
    private func place(
        of glyph: TextLayout.Glyph, in line: Int, _ arc: TextArc?
    ) -> (origin: SIMD2<Double>, rotation: Rotation) {
        let unit = layout.pixelsPerUnit
        let start = text.low + outline
        if let arc {
            let place = arc.place(of: glyph, in: line)
            return (start + place.origin * unit, Rotation(degrees: caption.angle + place.degrees))
        }
        let (along, across) = (Double(glyph.x) * unit, Double(glyph.y) * unit)
        let (above, before) = (Double(layout.above) * unit, Double(line * layout.leading) * unit)
        if layout.isVertical {
            let middle = (text.high.x - outline - above - before).rounded()
            let sideways = Rotation(degrees: caption.angle + 90)
            return (SIMD2(middle + across, start.y + along), glyph.isUpright ? rotation : sideways)
        }
        let baseline = (start.y + above + before).rounded()
        let rest = width - 2 * outline - Double(layout.lines[line].width) * unit
        return (SIMD2(start.x + rest * caption.alignment.share + along, baseline - across), rotation)
    }
}

extension Caption.HorizontalAlignment {
    /// The fraction of the free width that is to the left of the text.
    var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension Caption.VerticalAlignment {
    /// The fraction of the free height that is above the text.
    var share: Double {
        switch self {
        case .top: 0
        case .middle: 0.5
        case .bottom: 1
        }
    }
}
