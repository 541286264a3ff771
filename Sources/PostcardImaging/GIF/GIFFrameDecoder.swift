/// The order of rows in an interlaced frame (GIF89a, appendix E): every eighth row, the rows halfway between those, the rows halfway
/// between all of those, and the odd rows.
enum GIFInterlace {
    /// The number of rows in the file before row `y`.
    static func position(of y: Int, height: Int) -> Int {
        let eighths = (height + 7) / 8
        let quarters = (height + 3) / 4
        let halves = (height + 1) / 2
        if y % 2 == 1 { return halves + y / 2 }
        if y % 4 == 2 { return quarters + y / 4 }
        return y % 8 == 4 ? eighths + y / 8 : y / 8
    }
}

/// Decodes the frames of a GIF file into the same memory, one after the other.
struct GIFFrameDecoder {
    /// Color indices in file order. The array is longer than the frame if an earlier frame was larger.
    private var indices: [UInt8] = []
    /// The number of `indices` that belong to the last decoded frame.
    private(set) var count = 0

    /// - Returns: the reason why the frame is incomplete; `nil` if the frame is complete.
    mutating func decode(_ frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> LZWDecoder.Failure? {
        let area = frame.size.area
        if indices.count < area { indices = [UInt8](repeating: 0, count: area) }
        let file = bytes.bindMemory(to: UInt8.self).span
        var pixels = indices.mutableSpan
        let result = LZWDecoder.decode(file, at: frame.dataOffset, to: &pixels, count: area)
        count = result.count
        return result.failure
    }

    /// The number of complete rows in the last decoded frame.
    func completeRows(of frame: GIFFrame) -> Int {
        frame.size.width == 0 ? 0 : count / frame.size.width
    }

    /// Calls `body` with the indices in row `y` of the last decoded frame, if that row was decoded. A missing row of an interlaced frame is
    /// replaced with the nearest row above it from an earlier pass.
    func withRow(_ y: Int, of frame: GIFFrame, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let width = frame.size.width
        for pass in 0..<(frame.isInterlaced ? 4 : 1) {
            let row = (y >> pass) << pass
            let position = frame.isInterlaced ? GIFInterlace.position(of: row, height: frame.size.height) : row
            guard (position + 1) * width <= count else { continue }
            indices.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[position * width..<(position + 1) * width]))
            }
            return
        }
    }

    /// Draws the visible part of row `y` of the last decoded frame, if that row was decoded. `columns` are the columns of the screen, and
    /// `row` is the screen's row.
    func drawRow(
        _ y: Int, of frame: GIFFrame, _ columns: Range<Int>, _ palette: UnsafeBufferPointer<Int32>,
        on row: UnsafeMutablePointer<Int32>
    ) {
        let transparentIndex = frame.transparentIndex ?? palette.count
        withRow(y, of: frame) { indices in
            for x in 0..<columns.count {
                let index = Int(indices[x])
                if index != transparentIndex { row[columns.lowerBound + x] = palette[index] }
            }
        }
    }
}
