/// A block of text ready to be drawn on pictures, any number of times: fill, outline and colored pixels over one rectangle.
///
/// The three layers are blended in one step as shapes side by side, not on top of each other: the outline is visible only where fill and
/// colors leave a pixel uncovered. This way, a half-transparent fill shows the picture instead of its outline, and no light seam appears
/// where two antialiased edges meet.
package struct MaskLayers: Sendable, Equatable {
    /// The shape in the fill color.
    package var fill: Mask
    /// The widened shape, which includes the shape itself, over the same rectangle as `fill`.
    package var outline: Mask?
    /// Colored pixels as premultiplied `0xAARRGGBB`, over the same rectangle.
    package var colors: [UInt32]?
    /// The color of the fill.
    package var fillColor: Color
    /// The color of the outline.
    package var outlineColor: Color
    /// The overall opacity, 0 to 255.
    package var opacity: UInt8

    /// Makes a block. `outline` and `colors` must cover the rectangle of `fill`.
    package init(
        fill: Mask, fillColor: Color, outline: Mask? = nil, outlineColor: Color = .clear, colors: [UInt32]? = nil,
        opacity: UInt8 = 255
    ) {
        precondition(outline.map { $0.coverage.count == fill.coverage.count } ?? true, "the outline size differs")
        precondition(colors.map { $0.count == fill.coverage.count } ?? true, "the number of colors differs")
        self.fill = fill
        self.fillColor = fillColor
        self.outline = outline
        self.outlineColor = outlineColor
        self.colors = colors
        self.opacity = opacity
    }
}

extension Image {
    /// Draws a block of text on the picture in runs of equal pixels. The part outside the picture is ignored.
    package mutating func blend(_ layers: MaskLayers) throws(ImageError) {
        guard let part = layers.fill.rect.clipped(to: size) else { return }
        let inks = LayerPalette(layers)
        let (outer, pixels) = (layers.outline ?? layers.fill, layers.colors ?? [])
        let (fills, outlines, colors) = (layers.fill.coverage.span, outer.coverage.span, pixels.span)
        try withMutableRows { rows in
            // Unchecked indexes: `part` is within the fill, and `MaskLayers.init` checks that outline and colors have the same size.
            for y in part.y..<part.y + part.height {
                let start = (y - layers.fill.y) * layers.fill.width + part.x - layers.fill.x
                var column = 0
                while column < part.width {
                    let first = column
                    let (fill, outline) = (fills[unchecked: start + column], outlines[unchecked: start + column])
                    let color = colors.isEmpty ? 0 : colors[unchecked: start + column]
                    repeat {
                        column += 1
                    } while column < part.width && fills[unchecked: start + column] == fill
                        && outlines[unchecked: start + column] == outline
                        && (colors.isEmpty || colors[unchecked: start + column] == color)
                    guard outline != 0 || color != 0 else { continue }
                    let pixel = inks.pixel(fill, outline, color)
                    GDPixel.lay(pixel, on: rows[y] + part.x + first, count: column - first)
                }
            }
        }
    }
}

/// The libgd pixels for a block of text. Most pixels are looked up by coverage.
private struct LayerPalette {
    private let blend: LayerBlend
    /// Pixels where the fill covers at least as much as the outline.
    private let fills: [Int32]
    /// Pixels with outline only.
    private let outlines: [Int32]
    /// Pixels where the outline is complete, by the coverage of the fill.
    private let fullOutlines: [Int32]

    init(_ layers: MaskLayers) {
        let blend = LayerBlend(layers)
        fills = (0...255).map { blend.pixel($0, $0, 0) }
        outlines = (0...255).map { blend.pixel(0, $0, 0) }
        fullOutlines = (0...255).map { blend.pixel($0, 255, 0) }
        self.blend = blend
    }

    /// Returns the pixel with these coverages under a premultiplied color.
    @inline(__always)
    func pixel(_ fill: UInt8, _ outline: UInt8, _ color: UInt32) -> Int32 {
        if color != 0 { return blend.pixel(Int32(fill), Int32(outline), color) }
        if fill >= outline { return fills[Int(fill)] }
        if outline == 255 { return fullOutlines[Int(fill)] }
        return fill == 0 ? outlines[Int(outline)] : blend.pixel(Int32(fill), Int32(outline), 0)
    }
}

/// The colors of a block of text, blended in proportion to their coverage.
private struct LayerBlend {
    /// Red, green, blue and opacity.
    private let fill: SIMD4<Int32>
    private let outline: SIMD4<Int32>
    private let opacity: Int32

    init(_ layers: MaskLayers) {
        let opacity = Int32(layers.opacity)
        func ink(_ color: Color) -> SIMD4<Int32> {
            let alpha = Self.divided(Int32(color.alpha) * opacity)
            return SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), alpha)
        }
        (fill, outline, self.opacity) = (ink(layers.fillColor), ink(layers.outlineColor), opacity)
    }

    /// Returns the mean of the covering colors, not premultiplied, with the sum of their shares as alpha.
    func pixel(_ inner: Int32, _ outer: Int32, _ color: UInt32) -> Int32 {
        let coverage = Int32(color >> 24)
        let inner = Self.divided(inner * (255 - coverage))
        let fillShare = Self.divided(inner * fill.w)
        let outlineShare = Self.divided(max(0, outer - inner - coverage) * outline.w)
        let alpha = min(255, fillShare + outlineShare + Self.divided(coverage * opacity))
        let light = SIMD4<Int32>(truncatingIfNeeded: SIMD4(color >> 16, color >> 8, color, 0) & 255)
        let sum = fill &* fillShare &+ outline &* outlineShare &+ light &* opacity &+ alpha / 2
        let mean = (sum / max(alpha, 1)).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        return GDPixel.pack(
            red: mean.x, green: mean.y, blue: mean.z,
            transparency: GDPixel.transparency(ofAlpha: UInt8(truncatingIfNeeded: alpha)))
    }

    /// `value / 255`, rounded to nearest, for 0 ≤ value ≤ 65,535.
    private static func divided(_ value: Int32) -> Int32 {
        let sum = value &+ 128
        return (sum &+ sum &>> 8) &>> 8
    }
}
