/// The one place that knows how libgd packs a pixel: `0xAARRGGBB` in an `Int32` with seven bits of *transparency* on top,
/// 0 for opaque and 127 for transparent (gd.h, `gdTrueColorAlpha`).
enum GDPixel {
    static let opaqueMask: Int32 = 0x00FF_FFFF

    @inline(__always)
    static func transparency(ofAlpha alpha: UInt8) -> Int32 {
        127 - Int32(alpha >> 1)
    }

    /// Spreads seven bits over eight, so that 0 and 127 become 255 and 0 exactly.
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

    /// Turns `0xAARRGGBB` with ordinary 8-bit alpha, as codecs deliver it, into libgd's form in place.
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

    static func clearAlpha(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count { row[x] &= opaqueMask }
    }
}
