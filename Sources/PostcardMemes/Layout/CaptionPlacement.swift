import PostcardImaging

/// The position of a layout on a base image, in pixels.
struct CaptionPlacement {
    let rotation: Rotation
    /// The text with its outline, before it is turned.
    let text: Rectangle

    let layout: TextLayout
    let caption: Caption
    /// The size of the base image.
    let size: PixelSize
    private let origin: SIMD2<Double>
    private let center: SIMD2<Double>
    /// The distance by which turned text is moved to have room.
    private let shift: SIMD2<Double>
    private let outline: Double
    /// The width of the text with its outline.
    private let width: Double

    /// `origin` is the position of the picture's top left corner on the canvas. `area` is that of the text when it is turned.
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

    /// The text with its outline and padding, in pixels, before it is turned.
    static func outerSize(of layout: TextLayout, _ caption: Caption) -> SIMD2<Double> {
        let margin = ((caption.outline?.width ?? 0) + caption.padding) * layout.size
        if caption.effects.contains(.arc) {
            return TextArc(layout, caption).size * layout.pixelsPerUnit + 2 * margin
        }
        let widest = layout.lines.map(\.width).max() ?? 0
        let size = SIMD2(Double(widest), Double(layout.height)) * layout.pixelsPerUnit + 2 * margin
        return layout.isVertical ? SIMD2(size.y, size.x) : size
    }

    /// The turned position of a point.
    func turned(_ point: SIMD2<Double>) -> SIMD2<Double> {
        rotation.isNone ? point : center + shift + rotation.apply(point - center)
    }

    /// The position that is turned to a place on the base image.
    func unturned(_ place: UnitPoint) -> SIMD2<Double> {
        let point = origin + place.vector * size.vector
        return rotation.isNone ? point : center + rotation.inverse.apply(point - shift - center)
    }

    /// Glyphs on whole pixels and quarters within them; baselines of unturned text on whole pixels, for crisp feet.
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

    /// The origin of a glyph before the caption is turned, and the rotation of the glyph. Columns begin at one height, the first at the
    /// right.
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

/// A glyph on a canvas: a whole pixel, and quarters of a pixel within it.
struct PlacedGlyph {
    let x: Int
    let y: Int
    let glyph: TextLayout.Glyph
    /// The number of its line.
    let line: Int
    /// The cache key of the glyph without an outline.
    let key: GlyphKey

    /// `position` is that of the glyph's origin in pixels. `size` is in pixels of an em of the text.
    init(
        _ position: SIMD2<Double>, _ glyph: TextLayout.Glyph, of face: TextLayout.Face, line: Int, size: Double,
        rotation: Rotation
    ) {
        let size = size * Double(face.scale) / Double(TextLayout.unitsPerEm)
        self.glyph = glyph
        self.line = line
        let quarters = (x: Int((position.x * 4).rounded(.down)), y: Int((position.y * 4).rounded(.down)))
        x = quarters.x >> 2
        y = quarters.y >> 2
        key = GlyphKey(
            typeface: face.typeface.number, glyph: glyph.id, size: Int32((size * 64).rounded()), radius: 0,
            rotation: rotation, shiftX: UInt8(quarters.x & 3), shiftY: UInt8(quarters.y & 3), isBold: face.isBold,
            isSlanted: face.isSlanted)
    }
}

extension Caption.HorizontalAlignment {
    /// The part of the free width that is on the left.
    var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension Caption.VerticalAlignment {
    /// The part of the free height that is above.
    var share: Double {
        switch self {
        case .top: 0
        case .middle: 0.5
        case .bottom: 1
        }
    }
}

/// The area for turned text: the base image, or the box of the text where that reaches beyond the image.
///
/// A box turns with its text, so text that fills a box at the picture's edge would leave the picture. It is moved inwards as far as
/// it has to be, its middle no further than to the other side of its box, and is made smaller only where that is not enough.
struct RotatedTextArea {
    /// The margin at the image's edges where the box leaves as much, in fractions of the image.
    private static let inset = 0.03
    /// The widths that are tried, in parts of the widest text that fits.
    private static let widths = [1, 0.85, 0.7, 0.5, 0.35]

    let rotation: Rotation
    private let area: Rectangle
    private let box: Rectangle

    /// `origin` is the position of the picture's top left corner on the canvas. `staysInBox` tells whether the text
    /// must not leave its box, either.
    init(_ caption: Caption, on size: PixelSize, origin: SIMD2<Double>, staysInBox: Bool) {
        rotation = Rotation(degrees: caption.angle)
        let box = Rectangle(caption.box, on: size.vector)
        let margin = pointwiseMin(box.low, size.vector - box.high)
            .clamped(lowerBound: .zero, upperBound: size.vector * Self.inset)
        let area = Rectangle(
            low: pointwiseMin(box.low, margin), high: pointwiseMax(box.high, size.vector - margin))
        self.area = (staysInBox ? box : area).moved(by: origin)
        self.box = box.moved(by: origin)
    }

    /// The size of the bounding box of a turned rectangle of `size`.
    func extent(of size: SIMD2<Double>) -> SIMD2<Double> {
        if rotation.isNone { return size }
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        return SIMD2(cosine * size.x + sine * size.y, sine * size.x + cosine * size.y)
    }

    /// `true` if a turned rectangle of `size` has room.
    func holds(_ size: SIMD2<Double>) -> Bool {
        // Half a pixel for rounding.
        all(extent(of: size) .<= maximum + 0.5)
    }

    /// Rectangles that have room when they are turned, from wide to narrow; none larger than `size`.
    func rectangles(within size: SIMD2<Double>) -> [SIMD2<Double>] {
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        // `along` of a side of length 1 comes to lie in a direction that has `room` left.
        func limit(_ room: Double, _ along: Double) -> Double { along > 1e-9 ? max(0, room) / along : .infinity }
        let widest = min(size.x, limit(maximum.x, cosine), limit(maximum.y, sine))
        return Self.widths.map { share in
            let width = widest * share
            let height = min(limit(maximum.x - cosine * width, sine), limit(maximum.y - sine * width, cosine))
            return SIMD2(width, min(size.y, height))
        }
    }

    /// The middle nearest to `wanted` of a turned rectangle of `size` that has room.
    func center(near wanted: SIMD2<Double>, of size: SIMD2<Double>) -> SIMD2<Double> {
        let half = pointwiseMin(extent(of: size), area.high - area.low) / 2
        return wanted.clamped(lowerBound: area.low + half, upperBound: area.high - half)
    }

    /// The maximum extent of turned text.
    private var maximum: SIMD2<Double> {
        pointwiseMin(area.high - area.low, pointwiseMin(box.high - area.low, area.high - box.low) * 2)
    }
}
