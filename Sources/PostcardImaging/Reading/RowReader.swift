/// A decoder that delivers rows from top to bottom, one call each, so that a small result never needs the whole picture in
/// memory.
protocol RowReader: AnyObject {
    /// The size of what is delivered.
    var size: PixelSize { get }
    /// The exact size before `size` was rounded up, where a decoder delivers a fraction of the stored pixels.
    var extent: PixelExtent { get }
    /// The side of the squares of stored pixels that each delivered pixel is the mean of; 1 for stored pixels.
    var prefilterFactor: Int { get }
    /// `true` if no pixel is transparent.
    var isOpaque: Bool { get }
    var layout: PixelLayout { get }
    /// `true` if red, green and blue are always equal.
    var isGray: Bool { get }
    var colorSpace: ColorSpace { get }
    /// Passes over all rows that make the picture complete.
    var passes: Int { get }
    /// Damage that was passed over, as sentences.
    var warnings: [String] { get }
    /// Fills the next row, `size.width` pixels. In a later pass of an interlaced picture, `row` must hold what the pass
    /// before left there.
    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError)
    /// Checks what follows the last row.
    func finish() throws(ImageError)
}

extension RowReader {
    var extent: PixelExtent { PixelExtent(size) }
    var prefilterFactor: Int { 1 }
    var layout: PixelLayout { isOpaque ? .opaque : .alpha }
    var colorSpace: ColorSpace { .standard }
    var isGray: Bool { false }
    var passes: Int { 1 }
    var warnings: [String] { [] }
    func finish() throws(ImageError) {}
}

/// The layout of the 32 bits of a decoder's pixels.
enum PixelLayout {
    /// libgd pixels, all opaque.
    case opaque
    /// libgd pixels with transparency.
    case alpha
    /// The bytes cyan, magenta, yellow, black, with 255 for no ink.
    case cmyk
}

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
    let prefilterFactor: Int
    var size: PixelSize { buffer.size }
    var isOpaque: Bool { layout != .alpha }

    /// `buffer` has pixels in the form of `layout`. `extent` is the size that the buffer's is rounded up from, where
    /// that matters. `readableRows` is the number of rows that are there. `failure` is thrown instead of the rows that
    /// are missing. `prefilterFactor` is as in `RowReader`.
    init(
        _ buffer: PixelBuffer, layout: PixelLayout, isGray: Bool = false, colorSpace: ColorSpace = .standard,
        extent: PixelExtent? = nil, prefilterFactor: Int = 1, readableRows: Int, failure: ImageError?
    ) {
        self.buffer = buffer
        self.layout = layout
        self.isGray = isGray
        self.colorSpace = colorSpace
        self.extent = extent ?? PixelExtent(buffer.size)
        self.prefilterFactor = prefilterFactor
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
