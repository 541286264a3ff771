/// A decoder that delivers libgd rows from top to bottom, one call each, so that a small result never needs the whole
/// picture in memory.
protocol RowReader: AnyObject {
    /// The size of what is delivered.
    var size: PixelSize { get }
    var isOpaque: Bool { get }
    /// Fills the next row, `size.width` pixels. In a later pass of an interlaced picture, `row` must hold what the pass
    /// before left there.
    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError)
    /// Passes over all rows that make the picture complete.
    var passes: Int { get }
    /// Checks what follows the last row.
    func finish() throws(ImageError)
}

extension RowReader {
    /// The whole picture.
    func image() throws(ImageError) -> Image {
        var image = try Image(uninitialized: size)
        try image.withMutableRows { (rows) throws(ImageError) in
            for _ in 0..<passes {
                for y in 0..<size.height { try read(into: rows[y]) }
            }
        }
        try finish()
        image.isOpaque = isOpaque
        return image
    }
}
