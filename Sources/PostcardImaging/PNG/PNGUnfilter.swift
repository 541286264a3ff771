/// Undoes the filters of PNG rows (W3C PNG, section 9.2) in 8-bit color, with three or four bytes per pixel. The result is `0xAARRGGBB`, or
/// `0x00RRGGBB` without alpha. The filters process every byte separately, so the byte order does not matter.
struct PNGUnfilter {
    let width: Int
    /// The number of bytes per pixel, 3 or 4.
    let bytesPerPixel: Int

    private static let sevenBits: UInt32 = 0x7F7F_7F7F
    private static let topBits: UInt32 = 0x8080_8080

    /// - Parameters:
    ///   - filter: the filter type, 0 to 4.
    ///   - source: the filtered row, followed by one more readable byte.
    ///   - above: the previous row; zeros for the first row.
    /// - Returns: false for an unknown filter.
    func apply(
        _ filter: UInt8, _ source: UnsafeRawPointer, above: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        var left: UInt32 = 0
        switch filter {
        case 0:
            for x in 0..<width { row[x] = pixel(source, x) }
        case 1:
            for x in 0..<width {
                left = Self.sum(pixel(source, x), left)
                row[x] = left
            }
        case 2:
            for x in 0..<width { row[x] = Self.sum(pixel(source, x), above[x]) }
        case 3:
            for x in 0..<width {
                left = Self.sum(pixel(source, x), Self.mean(left, above[x]))
                row[x] = left
            }
        case 4: applyPaeth(source, above, row)
        default: return false
        }
        return true
    }

    @inline(__always)
    private func pixel(_ source: UnsafeRawPointer, _ x: Int) -> UInt32 {
        let bits = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: x &* bytesPerPixel, as: UInt32.self))
        let alpha = bytesPerPixel == 4 ? bits & 0xFF00_0000 : 0
        return alpha | (bits & 0xFF) << 16 | bits & 0xFF00 | bits >> 16 & 0xFF
    }

    /// Adds four bytes without carries between them.
    @inline(__always)
    private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        (a & sevenBits) &+ (b & sevenBits) ^ (a ^ b) & topBits
    }

    /// Returns the means of four bytes, rounded down.
    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 {
        (a & b) &+ ((a ^ b) >> 1 & sevenBits)
    }

    /// Adds the value (left, above or above left) that is nearest to left + above − above left.
    private func applyPaeth(
        _ source: UnsafeRawPointer, _ above: UnsafePointer<UInt32>, _ row: UnsafeMutablePointer<UInt32>
    ) {
        var a = SIMD4<Int16>.zero
        var c = SIMD4<Int16>.zero
        for x in 0..<width {
            let b = Self.numbers(above[x])
            let (fromLeft, fromAbove) = (b &- c, a &- c)
            let (pa, pb, pc) = (
                Self.magnitude(fromLeft), Self.magnitude(fromAbove), Self.magnitude(fromLeft &+ fromAbove)
            )
            let other = c.replacing(with: b, where: pb .<= pc)
            let nearest = other.replacing(with: a, where: pa .<= pb .& (pa .<= pc))
            a = (nearest &+ Self.numbers(pixel(source, x))) & SIMD4(repeating: 0xFF)
            row[x] = Self.bytes(a)
            c = b
        }
    }

    @inline(__always)
    private static func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> {
        let sign = value &>> SIMD4(repeating: 15)
        return (value ^ sign) &- sign
    }

    @inline(__always)
    private static func numbers(_ pixel: UInt32) -> SIMD4<Int16> {
        func number(_ shift: UInt32) -> Int16 { Int16(truncatingIfNeeded: pixel >> shift & 0xFF) }
        return SIMD4(number(0), number(8), number(16), number(24))
    }

    @inline(__always)
    private static func bytes(_ value: SIMD4<Int16>) -> UInt32 {
        func bits(_ value: Int16, _ shift: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: value) << shift }
        return bits(value.x, 0) | bits(value.y, 8) | bits(value.z, 16) | bits(value.w, 24)
    }
}
