/// The arithmetic of laying coverages on libgd pixels: whole numbers, rounded once, the same on every machine.
struct MaskBlending {
    /// Red, green, blue and opacity, 0 to 255.
    private struct Ink {
        let red: Int32
        let green: Int32
        let blue: Int32
        let opacity: Int32
        let pixel: Int32
        let blueRed: SIMD8<UInt16>
        let green8: SIMD8<UInt16>

        init(_ color: Color, opacity: UInt8) {
            red = Int32(color.red)
            green = Int32(color.green)
            blue = Int32(color.blue)
            self.opacity = MaskBlending.divided(Int32(color.alpha) * Int32(opacity))
            pixel = GDPixel.pack(red: red, green: green, blue: blue, transparency: 0)
            let pair = (UInt16(color.blue), UInt16(color.red))
            blueRed = SIMD8(pair.0, pair.1, pair.0, pair.1, pair.0, pair.1, pair.0, pair.1)
            let green = UInt16(color.green)
            green8 = SIMD8(green, 0, green, 0, green, 0, green, 0)
        }
    }

    private let fill: Ink
    private let outline: Ink
    private let opacity: Int32

    init(_ layers: MaskLayers) {
        fill = Ink(layers.fillColor, opacity: layers.opacity)
        outline = Ink(layers.outlineColor, opacity: layers.opacity)
        opacity = Int32(layers.opacity)
    }

    /// `value / 255`, rounded to nearest, for 0 ≤ value ≤ 65 535.
    @inline(__always)
    static func divided(_ value: Int32) -> Int32 {
        let sum = value &+ 128
        return (sum &+ sum &>> 8) &>> 8
    }

    /// One row without coloured pixels, over a picture with transparency.
    func blend(
        _ row: UnsafeMutablePointer<Int32>, fill fills: UnsafePointer<UInt8>, outline outlines: UnsafePointer<UInt8>,
        count: Int
    ) {
        for x in 0..<count { blend(&row[x], inner: fills[x], outer: outlines[x]) }
    }

    /// One row without coloured pixels, over an opaque picture: four pixels at a time, most of which are empty or solid.
    func blendOpaque(
        _ row: UnsafeMutablePointer<Int32>, fill fills: UnsafePointer<UInt8>, outline outlines: UnsafePointer<UInt8>,
        count: Int
    ) {
        var x = 0
        while x + 4 <= count {
            let inner = UnsafeRawPointer(fills + x).loadUnaligned(as: UInt32.self)
            let outer = UnsafeRawPointer(outlines + x).loadUnaligned(as: UInt32.self)
            if inner == .max, fill.opacity == 255 {
                (row + x).update(repeating: fill.pixel, count: 4)
            } else if outer != 0 {
                blendFour(UnsafeMutableRawPointer(row + x), inner: inner, outer: outer)
            }
            x += 4
        }
        blend(row + x, fill: fills + x, outline: outlines + x, count: count - x)
    }

    /// In 16-bit lanes: blue and red of four pixels in one vector, green and libgd's alpha, which stays 0, in the other. The
    /// shares of a pixel add up to 255 at most, so no lane overflows.
    @inline(__always)
    private func blendFour(_ pixels: UnsafeMutableRawPointer, inner: UInt32, outer: UInt32) {
        let low = SIMD8<UInt16>(repeating: 255)
        let fills = Self.lanes(inner)
        let outlines = Self.lanes(outer)
        let fillShare = Self.divided(fills &* UInt16(truncatingIfNeeded: fill.opacity))
        let rim = outlines.replacing(with: fills, where: outlines .< fills) &- fills
        let outlineShare = Self.divided(rim &* UInt16(truncatingIfNeeded: outline.opacity))
        let rest = low &- fillShare &- outlineShare
        let old = pixels.loadUnaligned(as: SIMD8<UInt16>.self)
        let blueRed = Self.divided(
            (old & low) &* rest &+ fill.blueRed &* fillShare &+ outline.blueRed &* outlineShare)
        let green = Self.divided((old &>> 8) &* rest &+ fill.green8 &* fillShare &+ outline.green8 &* outlineShare)
        pixels.storeBytes(of: blueRed | green &<< 8, as: SIMD8<UInt16>.self)
    }

    /// Four bytes, each in two neighbouring lanes.
    @inline(__always)
    private static func lanes(_ bytes: UInt32) -> SIMD8<UInt16> {
        let bytes = SIMD4(bytes, bytes &>> 8, bytes &>> 16, bytes &>> 24) & 255
        return unsafeBitCast(bytes | bytes &<< 16, to: SIMD8<UInt16>.self)
    }

    @inline(__always)
    private static func divided(_ value: SIMD8<UInt16>) -> SIMD8<UInt16> {
        let sum = value &+ 128
        return (sum &+ (sum &>> 8)) &>> 8
    }

    /// Shares add up to 255 at most, so that no sum leaves 16 bits: operators that do not look for overflow.
    @inline(__always)
    private func blend(_ pixel: inout Int32, inner: UInt8, outer: UInt8) {
        guard outer != 0 else { return }
        let fillShare = Self.divided(Int32(inner) &* fill.opacity)
        let outlineShare = Self.divided(max(0, Int32(outer) &- Int32(inner)) &* outline.opacity)
        pixel = Self.mixed(
            pixel, share: fillShare &+ outlineShare, red: fill.red &* fillShare &+ outline.red &* outlineShare,
            green: fill.green &* fillShare &+ outline.green &* outlineShare,
            blue: fill.blue &* fillShare &+ outline.blue &* outlineShare)
    }

    /// One row with coloured pixels, which lie over the fill. Most pixels of a row have none.
    func blend(
        _ row: UnsafeMutablePointer<Int32>, fill fills: UnsafePointer<UInt8>, outline outlines: UnsafePointer<UInt8>,
        colors: UnsafePointer<UInt32>, count: Int, isOpaque: Bool
    ) {
        var x = 0
        while x < count {
            var end = x
            while end < count, colors[end] == 0 { end += 1 }
            if isOpaque {
                blendOpaque(row + x, fill: fills + x, outline: outlines + x, count: end - x)
            } else {
                blend(row + x, fill: fills + x, outline: outlines + x, count: end - x)
            }
            x = end
            while x < count, colors[x] != 0 {
                blend(&row[x], inner: fills[x], outer: outlines[x], color: colors[x])
                x += 1
            }
        }
    }

    @inline(__always)
    private func blend(_ pixel: inout Int32, inner: UInt8, outer: UInt8, color: UInt32) {
        let alpha = Int32(color >> 24)
        let inner = Self.divided(Int32(inner) * (255 - alpha))
        let outer = max(0, Int32(outer) - inner - alpha)
        let fillShare = Self.divided(inner * fill.opacity)
        let outlineShare = Self.divided(outer * outline.opacity)
        let colorShare = Self.divided(alpha * opacity)
        func light(_ shift: UInt32, _ fillLight: Int32, _ outlineLight: Int32) -> Int32 {
            fillLight * fillShare + outlineLight * outlineShare + Int32(color >> shift & 255) * opacity
        }
        pixel = Self.mixed(
            pixel, share: min(255, fillShare + outlineShare + colorShare), red: light(16, fill.red, outline.red),
            green: light(8, fill.green, outline.green), blue: light(0, fill.blue, outline.blue))
    }

    /// The pixel under light of the given sums (255 × channel), which covers `share` of 255 of it.
    @inline(__always)
    private static func mixed(_ pixel: Int32, share: Int32, red: Int32, green: Int32, blue: Int32) -> Int32 {
        let rest = 255 &- share
        if pixel >> 24 & 127 == 0 {
            @inline(__always) func over(_ shift: Int32, _ light: Int32) -> Int32 {
                divided(min(65_025, light &+ (pixel &>> shift & 255) &* rest))
            }
            return over(16, red) &<< 16 | over(8, green) &<< 8 | over(0, blue)
        }
        // Straight alpha: the mean colour, weighted by the alpha that each part brings.
        let below = Int32(GDPixel.alpha(of: pixel)) * rest
        let alpha = share * 255 + below
        guard alpha > 0 else { return pixel }
        func over(_ shift: Int32, _ light: Int32) -> Int32 {
            min(255, (light * 255 + (pixel >> shift & 255) * below + alpha / 2) / alpha)
        }
        let opacity = UInt8(truncatingIfNeeded: min(255, divided(alpha)))
        return GDPixel.pack(
            red: over(16, red), green: over(8, green), blue: over(0, blue),
            transparency: GDPixel.transparency(ofAlpha: opacity))
    }
}

extension Image {
    /// Lays a block of lettering on the picture. What falls outside of the picture is lost.
    package mutating func blend(_ layers: MaskLayers) {
        let mask = layers.fill
        let columns = max(0, -mask.x)..<max(max(0, -mask.x), min(mask.width, size.width - mask.x))
        let rows = max(0, -mask.y)..<max(max(0, -mask.y), min(mask.height, size.height - mask.y))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let blending = MaskBlending(layers)
        let isOpaque = isOpaque
        withMutableRows { targets in
            mask.coverage.withUnsafeBufferPointer { fills in
                Self.withBase(layers.outline?.coverage) { outlines in
                    Self.withBase(layers.colors) { colors in
                        guard let fills = fills.baseAddress else { return }
                        for row in rows {
                            let start = row * mask.width + columns.lowerBound
                            let target = targets[mask.y + row] + (mask.x + columns.lowerBound)
                            let fill = fills + start
                            let outline = outlines.map { $0 + start } ?? fill
                            if let colors {
                                blending.blend(
                                    target, fill: fill, outline: outline, colors: colors + start, count: columns.count,
                                    isOpaque: isOpaque)
                            } else if isOpaque {
                                blending.blendOpaque(target, fill: fill, outline: outline, count: columns.count)
                            } else {
                                blending.blend(target, fill: fill, outline: outline, count: columns.count)
                            }
                        }
                    }
                }
            }
        }
    }

    private static func withBase<Element>(_ array: [Element]?, _ body: (UnsafePointer<Element>?) -> Void) {
        guard let array else { return body(nil) }
        array.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
