/// A decoder that delivers rows from top to bottom, one call each, so that a small result never needs the whole picture in
/// memory.
protocol RowReader {
    /// The size of what is delivered.
    var size: PixelSize { get }
    /// The exact size before `size` was rounded up, where a decoder delivers a fraction of the stored pixels.
    var extent: PixelExtent { get }
    /// The side of the squares of stored pixels that each delivered pixel is the mean of; 1 for stored pixels.
    var prefilterFactor: Int { get }
    var layout: PixelLayout { get }
    /// `true` if red, green and blue are always equal.
    var isGray: Bool { get }
    var colorSpace: ColorSpace { get }
    /// Passes over all rows that make the picture complete.
    var passes: Int { get }
    /// Damage that was passed over, as sentences.
    var warnings: [String] { get }
    /// Fills row `y`, `size.width` pixels: the one behind that of the call before, or the first one of a pass. In a later pass of an
    /// interlaced picture, `row` must hold what the pass before left there.
    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError)
    /// Checks what follows the last row.
    func finish() throws(ImageError)
}

extension RowReader {
    var extent: PixelExtent { PixelExtent(size) }
    var prefilterFactor: Int { 1 }
    var colorSpace: ColorSpace { .standard }
    var isGray: Bool { false }
    var passes: Int { 1 }
    var warnings: [String] { [] }
    func finish() throws(ImageError) {}
}
