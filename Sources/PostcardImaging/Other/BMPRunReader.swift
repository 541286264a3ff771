/// The rows of a run-length encoded bitmap. Rows are stored from the bottom up, so a first pass records the start of each row, which takes
/// a few bytes per row. Pixels that no run covers have the first color.
struct BMPRunReader: RowReader {
    private let file: BMPFile
    /// The start of each stored row; `nil` for rows without runs.
    private let starts: [BMPRuns.Start?]
    private let failure: ImageError?
    var size: PixelSize { file.header.storedSize }
    var layout: PixelLayout { .opaque }

    init(_ file: BMPFile, recovers: Bool) throws(ImageError) {
        self.file = file
        let (starts, isComplete) = BMPRunReader.starts(in: file)
        self.starts = starts
        failure =
            isComplete
            ? nil : .truncated("The BMP file ends early, after \(file.bytes.count) bytes, within its pixels.")
        if let failure, !recovers || file.bytes.count <= file.pixelOffset { throw failure }
    }

    private static func starts(in file: BMPFile) -> (starts: [BMPRuns.Start?], isComplete: Bool) {
        let height = file.header.storedSize.height
        var starts = [BMPRuns.Start?](repeating: nil, count: height)
        var runs = BMPRuns(file, from: BMPRuns.Start(offset: file.pixelOffset, x: 0))
        var y = 0
        while y < height {
            starts[y] = BMPRuns.Start(offset: runs.offset, x: runs.x)
            var start = BMPRuns.Start(offset: 0, x: 0)
            switch runs.readRow({ _, _ in }) {
            case .picture: return (starts, true)
            case .file: return (starts, false)
            case .nextRow:
                y += 1
                start = BMPRuns.Start(offset: runs.offset, x: 0)
            case .jump(let rows, let x):
                y += rows
                start = BMPRuns.Start(offset: runs.offset, x: x)
            }
            runs = BMPRuns(file, from: start)
        }
        return (starts, true)
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) {
        let line = file.isTopDown ? y : size.height - 1 - y
        let width = size.width
        row.update(repeating: file.palette[0], count: width)
        guard let start = starts[line] else { return }
        var runs = BMPRuns(file, from: start)
        _ = runs.readRow { x, index in
            if x < width { row[x] = file.palette[index] }
        }
    }

    func finish() throws(ImageError) {
        if let failure { throw failure }
    }
}

/// Reads the runs of a bitmap of 4 or 8 bits, row by row.
struct BMPRuns {
    /// The offset in the file at which a row starts, or continues after a jump.
    struct Start {
        let offset: Int
        let x: Int
    }

    /// The end of a row.
    enum End {
        case nextRow
        case picture
        /// A jump upward by a number of rows, to column `x`.
        case jump(rows: Int, x: Int)
        case file
    }

    private let bytes: ByteReader
    private let isTight: Bool
    private(set) var offset: Int
    private(set) var x: Int

    init(_ file: BMPFile, from start: Start) {
        bytes = file.bytes
        isTight = file.bitCount == 4
        offset = start.offset
        x = start.x
    }

    /// Reads to the end of the row. Calls `put` with each column and its color index.
    mutating func readRow(_ put: (_ x: Int, _ index: Int) -> Void) -> End {
        while let count = bytes.byte(at: offset), let value = bytes.byte(at: offset + 1) {
            offset += 2
            if count > 0 {
                for index in 0..<count { put(x + index, isTight ? index & 1 == 0 ? value >> 4 : value & 15 : value) }
                x += count
                continue
            }
            switch value {
            case 0: return .nextRow
            case 1: return .picture
            case 2:
                guard let right = bytes.byte(at: offset), let up = bytes.byte(at: offset + 1) else { return .file }
                offset += 2
                x += right
                if up > 0 { return .jump(rows: up, x: x) }
            default:
                guard readPlain(value, put) else { return .file }
            }
        }
        return .file
    }

    /// Reads `count` uncompressed indices. Returns false if the file ends first.
    private mutating func readPlain(_ count: Int, _ put: (Int, Int) -> Void) -> Bool {
        for index in 0..<count {
            guard let byte = bytes.byte(at: offset + (isTight ? index / 2 : index)) else { return false }
            put(x + index, isTight ? index & 1 == 0 ? byte >> 4 : byte & 15 : byte)
        }
        let length = isTight ? (count + 1) / 2 : count
        offset += length + length & 1
        x += count
        return true
    }
}
