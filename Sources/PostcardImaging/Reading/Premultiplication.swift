/// Conversions of colors that are stored multiplied by their alpha.
enum Premultiplication {
    /// Divides the colors of `0xAARRGGBB` pixels by their alpha, in place.
    static func undo(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for index in 0..<count {
            let bits = UInt32(bitPattern: row[index])
            let alpha = bits >> 24
            if alpha == 0 || alpha == 255 { continue }
            func straight(_ shift: UInt32) -> UInt32 {
                min(255, ((bits >> shift & 255) * 255 + alpha / 2) / alpha) << shift
            }
            row[index] = Int32(bitPattern: alpha << 24 | straight(16) | straight(8) | straight(0))
        }
    }

    /// Converts `0xAARRGGBB` pixels to libgd pixels, in place.
    static func pack(_ row: UnsafeMutablePointer<Int32>, count: Int, isPremultiplied: Bool) {
        if isPremultiplied { undo(row, count: count) }
        GDPixel.packAlpha(row, count: count)
    }

    /// Makes libgd pixels from `0xRRGGBB` pixels and their alpha, which is in the lowest bytes of `alpha`.
    static func combine(
        _ row: UnsafeMutablePointer<Int32>, alpha: UnsafePointer<Int32>, count: Int, isPremultiplied: Bool
    ) {
        for x in 0..<count { row[x] |= Int32(bitPattern: UInt32(truncatingIfNeeded: alpha[x] & 255) << 24) }
        pack(row, count: count, isPremultiplied: isPremultiplied)
    }
}
