import CCodecs

extension Image {
    /// The maximum size of a strip of pixels that is copied at once, in bytes.
    private static let stripBytes = 4 << 20

    /// Calls `body` for strips of rows, from top to bottom.
    private static func copyStrips(of size: PixelSize, _ body: (_ rows: Range<Int>) -> Void) {
        let height = max(1, stripBytes / (4 * size.width))
        var row = 0
        while row < size.height {
            let next = min(size.height, row + height)
            body(row..<next)
            row = next
        }
    }

    /// Copies pixels from shared memory. Clears the top bit, which libgd does not allow.
    init(copying pixels: SharedPixels?, size: PixelSize, isOpaque: Bool) throws(ImageError) {
        let count = pixels?.memory.count ?? 0
        guard let pixels, let start = pixels.memory.baseAddress, count == size.area * 4 else {
            throw .damaged("The decoder returned \(count) bytes for \(size) pixels.")
        }
        defer { withExtendedLifetime(pixels) {} }
        try self.init(uninitialized: size)
        let mask: Int32 = isOpaque ? 0xFF_FFFF : 0x7FFF_FFFF
        try withMutableRows { rows in
            Image.copyStrips(of: size) { strip in
                for y in strip {
                    // The process that wrote the pixels has ended, and the buffer has four bytes for each pixel.
                    let source = (start + y * size.width * 4).assumingMemoryBound(to: Int32.self)
                    let row = rows[y]
                    for x in 0..<size.width { row[x] = source[x] & mask }
                }
                postcard_release_pages(start + strip.lowerBound * size.width * 4, strip.count * size.width * 4, true)
            }
        }
        self.isOpaque = isOpaque
    }

    /// Moves the pixels into shared memory. The picture can't be used afterward.
    mutating func move(to pixels: UnsafeMutableRawPointer) throws(ImageError) {
        let size = size
        try withMutableRows { rows in
            Image.copyStrips(of: size) { strip in
                let start = pixels + strip.lowerBound * size.width * 4
                // The rows are one block of memory.
                let source = UnsafeMutableRawPointer(rows[strip.lowerBound])
                start.copyMemory(from: source, byteCount: strip.count * size.width * 4)
                postcard_release_pages(source, strip.count * size.width * 4, false)
            }
        }
    }
}
