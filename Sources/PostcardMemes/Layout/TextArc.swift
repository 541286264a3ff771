/// The circles, all with the same center, along which a caption's lines are bent. Glyphs on these circles are rotated, not warped.
///
/// Lengths are in units of the layout.
struct TextArc {
    /// Half the angle that the longest line spans, in radians.
    private static let halfAngle = 0.75
    /// The minimum radius, as a multiple of the block's height. With a smaller radius, adjacent letters would overlap at their bottoms or
    /// tops.
    private static let (minimumRadius, minimumValleyRadius) = (1.3, 2.2)

    /// True if lines sag in the middle.
    private let isValley: Bool
    private let layout: TextLayout
    /// The radius of the baseline of the first line.
    private let radius: Double
    private let center: SIMD2<Double>
    /// The size of the bent block, with all glyphs and without an outline.
    let size: SIMD2<Double>

    /// Bends the lines: text at the bottom of its box sags in the middle; all other text rises in the middle.
    init(_ layout: TextLayout, _ caption: Caption) {
        let isValley = caption.verticalAlignment == .bottom
        self.layout = layout
        self.isValley = isValley
        let height = Double(layout.height)
        let leading = Double(layout.leading)
        let (above, below) = (Double(layout.above), Double(layout.below))
        let count = layout.lines.count
        let widths = layout.lines.map { Double($0.width) }
        // The radius of a line is the radius of the first line plus or minus the distance between the two lines.
        var radius = height * (isValley ? Self.minimumValleyRadius : Self.minimumRadius)
        func offset(_ line: Int) -> Double { (isValley ? 1 : -1) * Double(line) * leading }
        for (index, width) in widths.enumerated() {
            radius = max(radius, width / 2 / Self.halfAngle - offset(index) + (isValley ? above / 2 : 0))
        }
        self.radius = radius
        let outer = isValley ? radius + Double(max(0, count - 1)) * leading + below : radius + above
        var halfWidth = 0.0
        var lowest = outer
        for (index, width) in widths.enumerated() {
            let own = radius + offset(index)
            let angle = width / 2 / (isValley ? own - above / 2 : own)
            let rotation = Rotation(degrees: Self.degrees(angle))
            halfWidth = max(halfWidth, (own + (isValley ? below : above)) * rotation.sine)
            lowest = min(lowest, (own - (isValley ? above : below)) * rotation.cosine)
        }
        size = SIMD2(halfWidth * 2, outer - lowest)
        center = SIMD2(halfWidth, isValley ? size.y - outer : outer)
    }

    private static func degrees(_ radians: Double) -> Double { radians * 180 / Double.pi }

    /// Returns the position of a glyph's origin relative to the top left corner of the block, and its rotation in degrees clockwise.
    func place(of glyph: TextLayout.Glyph, in line: Int) -> (origin: SIMD2<Double>, degrees: Double) {
        let own = radius + (isValley ? 1 : -1) * Double(line * layout.leading)
        let face = layout.typefaces[glyph.typeface]
        let ink = face.typeface.inkBox(of: glyph.id)
        let middle = Double(ink.map { face.typeface.units($0.left + $0.right, scale: face.scale) / 2 } ?? 0)
        let along = Double(glyph.x) + middle - Double(layout.lines[line].width) / 2
        // Letters whose tops lean toward each other are spaced at half the height of the ink.
        let angle = along / (isValley ? own - Double(layout.above) / 2 : own)
        let degrees = Self.degrees(isValley ? -angle : angle)
        let rotation = Rotation(degrees: degrees)
        let foot = rotation.apply(SIMD2(0, isValley ? own : -own))
        return (center + foot + rotation.apply(SIMD2(-middle, -Double(glyph.y))), degrees)
    }
}

extension TextArc {
    /// The heights tried for the box of the straight lines, as fractions of the full height. A shorter box leads to longer lines.
    private static let heights = [1, 0.7, 0.5, 0.35, 0.2]

    /// Returns the layout that is largest after bending, at a size that fits into a box of `room` pixels. `fit` fits the lines into a box
    /// given in pixels.
    static func fitted(
        into room: SIMD2<Double>, for caption: Caption, atLeast smallest: Double,
        by fit: (SIMD2<Double>) throws(MemeError) -> TextLayout
    ) throws(MemeError) -> TextLayout {
        let layouts = try heights.map { (share) throws(MemeError) -> TextLayout in
            var layout = try fit(SIMD2(room.x, room.y * share))
            let needed = CaptionPlacement.outerSize(of: layout, caption)
            let scale = min(1, room.x / max(needed.x, 1e-9), room.y / max(needed.y, 1e-9))
            layout.size = max(smallest, (layout.size * scale * 64).rounded(.down) / 64)
            return layout
        }
        return layouts.max { $1.isBetter(than: $0) } ?? layouts[0]
    }
}
