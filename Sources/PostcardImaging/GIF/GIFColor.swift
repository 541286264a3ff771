/// libgd pixels that a GIF can store: opaque or fully transparent.
enum GIFColor {
    /// The only transparent pixel.
    static let transparent: Int32 = 127 << 24

    /// Returns a pixel with its alpha rounded to 0 or 1.
    @inline(__always)
    static func rounded(_ pixel: Int32) -> Int32 {
        pixel >> 24 & 127 < 64 ? pixel & GDPixel.opaqueMask : transparent
    }

    /// Returns 256 pixels for the color table at `range` of a file. Missing colors are black, as in Chrome.
    static func table(at range: Range<Int>?, in bytes: UnsafeRawBufferPointer) -> [Int32] {
        var pixels = [Int32](repeating: 0, count: 256)
        guard let range, let table = ByteReader(bytes).slice(at: range.lowerBound, count: range.count) else {
            return pixels
        }
        for index in 0..<table.count / 3 {
            pixels[index] = GDPixel.pack(
                red: Int32(table[index * 3]), green: Int32(table[index * 3 + 1]), blue: Int32(table[index * 3 + 2]),
                transparency: 0)
        }
        return pixels
    }
}
