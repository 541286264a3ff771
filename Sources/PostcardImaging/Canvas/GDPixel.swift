import CGD

/// The only code that depends on libgd's pixel format: `0xAARRGGBB` in an `Int32` with seven bits of *transparency* in the top byte, 0 for
/// opaque and 127 for transparent (gd.h, `gdTrueColorAlpha`).
enum GDPixel {
    static let opaqueMask: Int32 = 0x00FF_FFFF

    @inline(__always)
    static func transparency(ofAlpha alpha: UInt8) -> Int32 {
        127 - Int32(alpha >> 1)
    }

    /// Expands seven bits to eight, so that 0 and 127 become exactly 255 and 0.
    @inline(__always)
    static func alpha(ofTransparency transparency: Int32) -> UInt8 {
        let opacity = 127 - transparency
        return UInt8(truncatingIfNeeded: opacity << 1 | opacity >> 6)
    }

    @inline(__always)
    static func alpha(of pixel: Int32) -> UInt8 {
        alpha(ofTransparency: pixel >> 24 & 127)
    }

    @inline(__always)
    static func pack(red: Int32, green: Int32, blue: Int32, transparency: Int32) -> Int32 {
        transparency << 24 | red << 16 | green << 8 | blue
    }

    /// Draws `pixel` on each pixel of a run. An opaque pixel replaces the run; libgd blends any other pixel with the run.
    static func lay(_ pixel: Int32, on run: UnsafeMutablePointer<Int32>, count: Int) {
        guard pixel >> 24 != 0 else { return run.update(repeating: pixel, count: count) }
        for index in 0..<count { run[index] = gdAlphaBlend(run[index], pixel) }
    }

    // Conversions are spelled out, because the compiler does not always specialize the standard library's generic conversions.

    /// Returns red, green, blue and 1.
    @inline(__always)
    static func channels(_ pixel: Int32) -> SIMD4<Float> {
        SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 1)
    }

    /// Packs red, green and blue, rounded and clamped.
    @inline(__always)
    static func pack(_ channels: SIMD4<Float>, transparency: Int32) -> Int32 {
        func byte(_ channel: Float) -> Int32 { Int32(min(255, max(0, channel)) + 0.5) }
        return pack(
            red: byte(channels.x), green: byte(channels.y), blue: byte(channels.z), transparency: transparency)
    }

    /// Returns red, green and blue multiplied by alpha (0 to 1), and alpha itself, so that the colors of transparent pixels have no effect.
    @inline(__always)
    static func premultiplied(_ pixel: Int32) -> SIMD4<Float> {
        channels(pixel) * (Float(127 - (pixel >> 24 & 127)) / 127)
    }

    /// The reverse of ``premultiplied(_:)``.
    @inline(__always)
    static func pack(premultiplied sum: SIMD4<Float>) -> Int32 {
        let opacity = min(127, Int32(sum.w * 127 + 0.5))
        guard opacity > 0 else { return 127 << 24 }
        return pack(sum / sum.w, transparency: 127 - opacity)
    }

    /// Returns the mean of several pixels.
    ///
    /// - Parameter sums: the sums of red, green and blue, each multiplied by the opacity of its pixel (0 to 127), and the sum of the
    ///   opacities.
    static func mean(ofWeighted sums: SIMD4<Int>, count: Int) -> Int32 {
        let color = (sums &+ sums.w / 2) / max(1, sums.w)
        let opacity = (sums.w + count / 2) / count
        return pack(
            red: Int32(color.x), green: Int32(color.y), blue: Int32(color.z), transparency: 127 - Int32(opacity))
    }

    static func pack(_ color: Color) -> Int32 {
        pack(
            red: Int32(color.red), green: Int32(color.green), blue: Int32(color.blue),
            transparency: transparency(ofAlpha: color.alpha))
    }

    static func color(_ pixel: Int32) -> Color {
        Color(
            red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
            blue: UInt8(truncatingIfNeeded: pixel), alpha: alpha(of: pixel))
    }

    /// Converts `0xAARRGGBB` with ordinary 8-bit alpha, as codecs return it, to libgd's format in place.
    static func packAlpha(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count {
            let bits = UInt32(bitPattern: row[x])
            row[x] = Int32(bitPattern: (127 - bits >> 25) << 24 | bits & 0x00FF_FFFF)
        }
    }

    /// The reverse of `packAlpha`, from `source` to `target`.
    static func unpackAlpha(_ source: UnsafePointer<Int32>, to target: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count {
            target[x] = source[x] & opaqueMask | Int32(bitPattern: UInt32(alpha(of: source[x])) << 24)
        }
    }

    /// Swaps the first and third bytes of each pixel, in place.
    static func swapRedAndBlue(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count {
            let bits = UInt32(bitPattern: row[x])
            row[x] = Int32(bitPattern: bits & 0xFF00_FF00 | bits << 16 & 0x00FF_0000 | bits >> 16 & 0xFF)
        }
    }

    static func clearAlpha(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count { row[x] &= opaqueMask }
    }
}
