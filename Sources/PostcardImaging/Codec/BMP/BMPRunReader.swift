/// Rows of a run-length coded bitmap. They are stored from the bottom up, so that a first pass notes where each begins; memory is
/// a few bytes a row. Pixels that no run covers have the first colour.
final class BMPRunReader: RowReader {
    private let file: BMPFile
    /// By stored row, those that have any runs.
    private let starts: [BMPRuns.Start?]
    private let failure: ImageError?
    private var rowsRead = 0
    var size: PixelSize { file.header.storedSize }
    var isOpaque: Bool { true }

    init(_ file: BMPFile, recovers: Bool) throws(ImageError) {
        self.file = file
        let (starts, isComplete) = BMPRunReader.starts(in: file)
        self.starts = starts
        failure =
            isComplete
            ? nil : .truncated("The BMP file ends early, after \(file.bytes.count) bytes, inside of its pixels.")
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

    func read(into row: UnsafeMutablePointer<Int32>) {
        let line = file.isTopDown ? rowsRead : size.height - 1 - rowsRead
        rowsRead += 1
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
