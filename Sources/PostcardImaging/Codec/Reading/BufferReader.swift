/// Rows of a picture that had to be decoded as a whole.
final class BufferReader: RowReader {
    private let buffer: PixelBuffer
    private let readableRows: Int
    private let failure: ImageError?
    private var rowsRead = 0
    let layout: PixelLayout
    let isGray: Bool
    let colorSpace: ColorSpace
    let extent: PixelExtent
    let averaged: Int
    var size: PixelSize { buffer.size }
    var isOpaque: Bool { layout != .alpha }

    /// `buffer` has pixels in the form of `layout`. `extent` is the size that the buffer's is rounded up from, where
    /// that matters. `readableRows` is the number of rows that are there. `failure` is thrown instead of the rows that
    /// are missing. `averaged` is the side of the squares that pixels are the means of.
    init(
        _ buffer: PixelBuffer, layout: PixelLayout, isGray: Bool = false, colorSpace: ColorSpace = .standard,
        extent: PixelExtent? = nil, averaged: Int = 1, readableRows: Int, failure: ImageError?
    ) {
        self.buffer = buffer
        self.layout = layout
        self.isGray = isGray
        self.colorSpace = colorSpace
        self.extent = extent ?? PixelExtent(buffer.size)
        self.averaged = averaged
        self.readableRows = readableRows
        self.failure = failure
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        if rowsRead >= readableRows, let failure { throw failure }
        row.update(from: buffer.row(rowsRead), count: size.width)
        rowsRead += 1
    }

    func finish() throws(ImageError) {
        if let failure { throw failure }
    }
}
