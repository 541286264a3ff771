import CGD

/// A block of lettering ready to be laid on pictures, as often as wanted: fill, outline and coloured pixels over one
/// rectangle.
///
/// The three are blended in one step as shapes that lie side by side, not on top of each other: the outline counts only where
/// fill and colours leave a pixel uncovered. So a half transparent fill shows the picture and not its own outline, and no
/// light seam appears where two antialiased edges meet.
package struct MaskLayers: Sendable, Equatable {
    /// The shape in the fill colour.
    package var fill: Mask
    /// The widened shape, with the inner one; the same rectangle as `fill`.
    package var outline: Mask?
    /// Premultiplied `0xAARRGGBB`, over the same rectangle.
    package var colors: [UInt32]?
    /// The colour of the fill.
    package var fillColor: Color
    /// The colour of the outline.
    package var outlineColor: Color
    /// Opacity of everything, 0 to 255.
    package var opacity: UInt8

    /// Makes a block; `outline` and `colors` must cover the rectangle of `fill`.
    package init(
        fill: Mask, fillColor: Color, outline: Mask? = nil, outlineColor: Color = .clear, colors: [UInt32]? = nil,
        opacity: UInt8 = 255
    ) {
        precondition(outline.map { $0.coverage.count == fill.coverage.count } ?? true, "outline of another size")
        precondition(colors.map { $0.count == fill.coverage.count } ?? true, "colours of another size")
        self.fill = fill
        self.fillColor = fillColor
        self.outline = outline
        self.outlineColor = outlineColor
        self.colors = colors
        self.opacity = opacity
    }
}

extension Image {
    /// Lays a block of lettering on the picture, by libgd in runs of equal pixels. What falls outside of the picture is lost.
    package mutating func blend(_ layers: MaskLayers) {
        guard let part = layers.fill.rect.clipped(to: size) else { return }
        let inks = LayerInks(layers)
        withGD { gd in
            defer { gdImageAlphaBlending(gd, 1) }
            layers.withCoverages { fills, outlines, colors in
                for y in part.y..<part.y + part.height {
                    // The index of column 0 of the picture.
                    let row = (y - layers.fill.y) * layers.fill.width - layers.fill.x
                    var x = part.x
                    while x < part.x + part.width {
                        let (fill, outline, color) = (fills[row + x], outlines[row + x], colors?[row + x] ?? 0)
                        let room = color == 0 ? part.x + part.width - x : 1
                        let count = Self.run(
                            fills + row + x, outlines + row + x, colors.map { $0 + row + x }, upTo: room)
                        if outline != 0 || color != 0 {
                            let pixel = inks.pixel(fill: fill, outline: outline, color: color)
                            gdImageAlphaBlending(gd, pixel >> 24 == 0 ? 0 : 1)
                            gdImageFilledRectangle(gd, Int32(x), Int32(y), Int32(x + count - 1), Int32(y), pixel)
                        }
                        x += count
                    }
                }
            }
        }
    }

    /// The number of pixels from the first on, at least 1, that have its coverages and no colours.
    @inline(__always)
    private static func run(
        _ fills: UnsafePointer<UInt8>, _ outlines: UnsafePointer<UInt8>, _ colors: UnsafePointer<UInt32>?,
        upTo room: Int
    ) -> Int {
        func eight(_ bytes: UnsafePointer<UInt8>) -> UInt64 { UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self) }
        let (fill, outline) = (UInt64(fills[0]) &* 0x0101_0101_0101_0101, UInt64(outlines[0]) &* 0x0101_0101_0101_0101)
        var count = 1
        while colors == nil, count + 8 <= room, eight(fills + count) == fill, eight(outlines + count) == outline {
            count += 8
        }
        while count < room, fills[count] == fills[0], outlines[count] == outlines[0], colors?[count] ?? 0 == 0 {
            count += 1
        }
        return count
    }
}

extension MaskLayers {
    /// The coverages of fill and outline, which are the same where there is no outline, and the colours.
    fileprivate func withCoverages(
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt32>?) -> Void
    ) {
        fill.coverage.withUnsafeBufferPointer { fills in
            (outline ?? fill).coverage.withUnsafeBufferPointer { outlines in
                (colors ?? []).withUnsafeBufferPointer { pixels in
                    guard let fills = fills.baseAddress, let outlines = outlines.baseAddress else { return }
                    body(fills, outlines, colors == nil ? nil : pixels.baseAddress)
                }
            }
        }
    }
}

/// The libgd pixels of a block of lettering.
struct LayerInks {
    private let fill: SIMD4<Int32>
    private let outline: SIMD4<Int32>
    private let opacity: Int32
    /// The pixels of each coverage by the fill alone, and by the outline alone.
    private let fills: [Int32]
    private let outlines: [Int32]

    init(_ layers: MaskLayers) {
        let opacity = Int32(layers.opacity)
        /// The colour, and in the last lane its opacity.
        func ink(_ color: Color) -> SIMD4<Int32> {
            SIMD4(
                Int32(color.red), Int32(color.green), Int32(color.blue), Self.divided(Int32(color.alpha) * opacity))
        }
        func pixels(_ ink: SIMD4<Int32>) -> [Int32] {
            (0...255).map { Self.packed(ink, alpha: Self.divided($0 * ink.w)) }
        }
        self.opacity = opacity
        fill = ink(layers.fillColor)
        outline = ink(layers.outlineColor)
        fills = pixels(fill)
        outlines = pixels(outline)
    }

    /// The pixel with the coverages `fill` and `outline` under the premultiplied `color`.
    @inline(__always)
    func pixel(fill inner: UInt8, outline outer: UInt8, color: UInt32) -> Int32 {
        if color == 0 {
            if inner == 0 { return outlines[Int(outer)] }
            if inner >= outer { return fills[Int(inner)] }
        }
        return mixed(Int32(inner), Int32(outer), color)
    }

    private func mixed(_ inner: Int32, _ outer: Int32, _ color: UInt32) -> Int32 {
        let coverage = Int32(color >> 24)
        let inner = Self.divided(inner * (255 - coverage))
        let fillShare = Self.divided(inner * fill.w)
        let outlineShare = Self.divided(max(0, outer - inner - coverage) * outline.w)
        let alpha = min(255, fillShare + outlineShare + Self.divided(coverage * opacity))
        guard alpha > 0 else { return Self.packed(fill, alpha: 0) }
        let light = SIMD4<Int32>(truncatingIfNeeded: SIMD4(color >> 16, color >> 8, color, 0) & 255)
        let sum = fill &* fillShare &+ outline &* outlineShare &+ light &* opacity
        let rounded = sum &+ alpha / 2
        // Most mixed pixels are opaque.
        let mean = alpha == 255 ? Self.divided(sum) : SIMD4(rounded.x / alpha, rounded.y / alpha, rounded.z / alpha, 0)
        return Self.packed(mean.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)), alpha: alpha)
    }

    private static func packed(_ color: SIMD4<Int32>, alpha: Int32) -> Int32 {
        GDPixel.pack(
            red: color.x, green: color.y, blue: color.z,
            transparency: GDPixel.transparency(ofAlpha: UInt8(truncatingIfNeeded: alpha)))
    }

    /// `value / 255`, rounded to nearest, for 0 ≤ value ≤ 65 535.
    private static func divided(_ value: Int32) -> Int32 { divided(SIMD4(repeating: value)).x }

    private static func divided(_ value: SIMD4<Int32>) -> SIMD4<Int32> {
        let sum = value &+ 128
        return (sum &+ sum &>> 8) &>> 8
    }
}
