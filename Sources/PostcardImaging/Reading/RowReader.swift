/// A decoder that returns rows from top to bottom, one per call, so that a small result never needs the whole picture in memory.
protocol RowReader {
    /// The size of the decoded picture.
    var size: PixelSize { get }
    /// The exact size before `size` was rounded up, if the decoder returns a fraction of the stored pixels.
    var extent: PixelExtent { get }
    /// The side of the squares of stored pixels that are averaged into one pixel; 1 if pixels are not averaged.
    var prefilterFactor: Int { get }
    var layout: PixelLayout { get }
    /// True if red, green and blue are always equal.
    var isGray: Bool { get }
    var colorSpace: ColorSpace { get }
    /// The number of passes over all rows that are needed to complete the picture.
    var passes: Int { get }
    /// The damage that was tolerated, as sentences.
    var warnings: [String] { get }
    /// Fills row `y` with `size.width` pixels. `y` must be the row after the previous call's row, or the first row of a pass. In a
    /// later pass of an interlaced picture, `row` must contain the result of the previous pass.
    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError)
    /// Checks the data after the last row.
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
