/// The arithmetic of laying coverages on libgd pixels: whole numbers, rounded once, the same on every machine.
struct MaskBlending {
    /// Red, green, blue and opacity, 0 to 255.
    private struct Ink {
        let red: Int32
        let green: Int32
        let blue: Int32
        let opacity: Int32
        let pixel: Int32

        init(_ color: Color, opacity: UInt8) {
            red = Int32(color.red)
            green = Int32(color.green)
            blue = Int32(color.blue)
            self.opacity = MaskBlending.divided(Int32(color.alpha) * Int32(opacity))
            pixel = GDPixel.pack(red: red, green: green, blue: blue, transparency: 0)
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
        let sum = value + 128
        return (sum + sum >> 8) >> 8
    }

    /// One row without coloured pixels.
    func blend(
        _ row: UnsafeMutablePointer<Int32>, fill fills: UnsafePointer<UInt8>, outline outlines: UnsafePointer<UInt8>?,
        count: Int
    ) {
        let outlines = outlines ?? fills
        var x = 0
        while x < count {
            if x + 8 <= count, UnsafeRawPointer(outlines + x).loadUnaligned(as: UInt64.self) == 0 {
                x += 8
                continue
            }
            let inner = Int32(fills[x])
            let outer = max(0, Int32(outlines[x]) - inner)
            if inner | outer != 0 {
                let fillShare = Self.divided(inner * fill.opacity)
                let outlineShare = Self.divided(outer * outline.opacity)
                if fillShare == 255 {
                    row[x] = fill.pixel
                } else if outlineShare == 255 {
                    row[x] = outline.pixel
                } else {
                    row[x] = Self.mixed(
                        row[x], share: fillShare + outlineShare, red: fill.red * fillShare + outline.red * outlineShare,
                        green: fill.green * fillShare + outline.green * outlineShare,
                        blue: fill.blue * fillShare + outline.blue * outlineShare)
                }
            }
            x += 1
        }
    }

    /// One row with coloured pixels, which lie over the fill.
    func blend(
        _ row: UnsafeMutablePointer<Int32>, fill fills: UnsafePointer<UInt8>, outline outlines: UnsafePointer<UInt8>?,
        colors: UnsafePointer<UInt32>, count: Int
    ) {
        for x in 0..<count {
            let color = colors[x]
            let alpha = Int32(color >> 24)
            let inner = Self.divided(Int32(fills[x]) * (255 - alpha))
            let outer = max(0, Int32(outlines?[x] ?? 0) - inner - alpha)
            if alpha | inner | outer == 0 { continue }
            let fillShare = Self.divided(inner * fill.opacity)
            let outlineShare = Self.divided(outer * outline.opacity)
            let colorShare = Self.divided(alpha * opacity)
            func light(_ shift: UInt32, _ fillLight: Int32, _ outlineLight: Int32) -> Int32 {
                fillLight * fillShare + outlineLight * outlineShare + Int32(color >> shift & 255) * opacity
            }
            row[x] = Self.mixed(
                row[x], share: min(255, fillShare + outlineShare + colorShare), red: light(16, fill.red, outline.red),
                green: light(8, fill.green, outline.green), blue: light(0, fill.blue, outline.blue))
        }
    }

    /// What `pixel` becomes under light of the given sums (255 × channel), which covers `share` of 255 of it.
    @inline(__always)
    private static func mixed(_ pixel: Int32, share: Int32, red: Int32, green: Int32, blue: Int32) -> Int32 {
        let rest = 255 - share
        if pixel >> 24 & 127 == 0 {
            func over(_ shift: Int32, _ light: Int32) -> Int32 {
                min(255, divided(min(65_025, light + (pixel >> shift & 255) * rest)))
            }
            return GDPixel.pack(red: over(16, red), green: over(8, green), blue: over(0, blue), transparency: 0)
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
        withMutableRows { targets in
            mask.coverage.withUnsafeBufferPointer { fills in
                Self.withBase(layers.outline?.coverage) { outlines in
                    Self.withBase(layers.colors) { colors in
                        guard let fills = fills.baseAddress else { return }
                        for row in rows {
                            let start = row * mask.width + columns.lowerBound
                            let target = targets[mask.y + row] + (mask.x + columns.lowerBound)
                            if let colors {
                                blending.blend(
                                    target, fill: fills + start, outline: outlines.map { $0 + start },
                                    colors: colors + start, count: columns.count)
                            } else {
                                blending.blend(
                                    target, fill: fills + start, outline: outlines.map { $0 + start },
                                    count: columns.count)
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
