/// The rows of a picture that was decoded as a whole.
struct BufferReader: RowReader {
    /// The pixels, in the layout `layout`.
    let buffer: PixelBuffer
    let layout: PixelLayout
    var isGray = false
    var colorSpace = ColorSpace.standard
    /// The size before the buffer's size was rounded up; `nil` if no rounding was needed.
    var exactSize: PixelExtent?
    var prefilterFactor = 1
    /// The number of complete rows.
    var readableRows = Int.max
    /// The error to throw instead of returning missing rows.
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
