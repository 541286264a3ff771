/// Rows of a picture that had to be decoded as a whole.
struct BufferReader: RowReader {
    /// Pixels in the form of `layout`.
    let buffer: PixelBuffer
    let layout: PixelLayout
    var isGray = false
    var colorSpace = ColorSpace.standard
    /// The size that the buffer's is rounded up from, where that matters.
    var exactSize: PixelExtent?
    var prefilterFactor = 1
    /// The number of rows that are there.
    var readableRows = Int.max
    /// Thrown instead of the rows that are missing.
    var failure: ImageError?

    var size: PixelSize { buffer.size }
    var extent: PixelExtent { exactSize ?? PixelExtent(size) }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        if y >= readableRows, let failure { throw failure }
        row.update(from: buffer.row(y), count: size.width)
    }

    func finish() throws(ImageError) {
        if let failure { throw failure }
    }
}
