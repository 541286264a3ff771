/// The order of rows in an interlaced frame (GIF89a, appendix E): every eighth, the ones in the middle between these,
/// the ones between all these, and the odd ones.
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

/// Decodes the frames of a GIF file one after the other into the same memory.
struct GIFFrameDecoder {
    /// Colour indices in the order of the file. Longer than the frame when an earlier one was larger.
    private var indices: [UInt8] = []
    /// The number of `indices` that belong to the frame decoded last.
    private(set) var count = 0

    /// - Returns: why the frame is not whole, or `nil`.
    mutating func decode(_ frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> LZWDecoder.Failure? {
        let area = frame.size.area
        if indices.count < area { indices = [UInt8](repeating: 0, count: area) }
        let file = bytes.bindMemory(to: UInt8.self).span
        var pixels = indices.mutableSpan
        let result = LZWDecoder.decode(file, at: frame.dataOffset, to: &pixels, count: area)
        count = result.count
        return result.failure
    }

    /// The number of complete rows of the frame decoded last.
    func completeRows(of frame: GIFFrame) -> Int {
        frame.size.width == 0 ? 0 : count / frame.size.width
    }

    /// Hands the indices of row `y` of the frame decoded last to `body`, if they are there. A row of an interlaced
    /// frame that is missing is stood in for by the nearest one above it of an earlier pass.
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

    /// Draws what is seen in these columns of the screen of row `y` of the frame decoded last, if it is there; `row` is the screen's.
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
