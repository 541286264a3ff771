/// The screen of a GIF that is being written, before and after a frame.
struct GIFScreen {
    let size: PixelSize
    /// The pixels that the frames so far show, in their original colors, with alpha rounded to 0 or 1.
    private(set) var source: [Int32]
    /// The pixels that the frames so far show, in the available colors.
    private(set) var shown: [Int32]
    /// The next picture.
    private(set) var target: [Int32]

    init(size: PixelSize) {
        self.size = size
        source = [Int32](repeating: GIFColor.transparent, count: size.area)
        shown = source
        target = source
    }

    var area: PixelRect { PixelRect(size) }

    /// Sets the next picture.
    mutating func load(_ image: Image) {
        let width = size.width
        image.withRows { rows in
            target.withUnsafeMutableBufferPointer { target in
                for y in 0..<size.height {
                    let row = rows[y]
                    let start = y * width
                    for x in 0..<width { target[start + x] = GIFColor.rounded(row[x]) }
                }
            }
        }
    }

    /// Returns the smallest rectangle around all pixels that change.
    func changedArea() -> PixelRect {
        target.withUnsafeBufferPointer { target in
            source.withUnsafeBufferPointer { source in
                PixelRect(in: size) { y, x in target[y * size.width + x] != source[y * size.width + x] }
            }
        }
    }

    /// Returns the smallest rectangle around all opaque pixels of the next picture that are transparent in the picture after it.
    func area(clearedBy next: Image) -> PixelRect {
        guard !next.isOpaque else { return .empty }
        return next.withRows { rows in
            target.withUnsafeBufferPointer { target in
                PixelRect(in: size) { y, x in
                    target[y * size.width + x] != GIFColor.transparent
                        && GIFColor.rounded(rows[y][x]) == GIFColor.transparent
                }
            }
        }
    }

    /// Records that the frame shows `color` for the pixel at `position`.
    @inline(__always)
    mutating func show(_ color: Int32, at position: Int) {
        source[position] = target[position]
        shown[position] = color
    }

    /// Makes a rectangle transparent.
    mutating func clear(_ area: PixelRect) {
        for y in area.rows {
            for position in y * size.width + area.x..<y * size.width + area.columns.upperBound {
                source[position] = GIFColor.transparent
                shown[position] = GIFColor.transparent
            }
        }
    }
}
