import PostcardDisk

/// Whole lines of a file in memory.
struct LineWindow {
    /// The position of the first line in the file.
    let offset: Int
    /// The lines, each with its line break; the last line of the file may lack it. Valid until the next window is read.
    let bytes: UnsafeRawBufferPointer

    /// Calls `body` with the position of each line, without its line break, first to last.
    func forEachLine<Failure: Error>(_ body: (Range<Int>) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
            try body(start..<end)
            start = end + 1
        }
    }

    /// The positions of the lines that may contain `needle`, which is written in Postcard's own form: those that do,
    /// and those that a person may have edited.
    func lines(containing needle: ByteNeedle) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var hit = needle.firstIndex(in: bytes) ?? Int.max
        forEachLine { line in
            if hit < line.upperBound {
                result.append(line)
                hit = needle.firstIndex(in: bytes, from: line.upperBound) ?? Int.max
            } else if !LineFormat.isSealed(bytes.slice(line)) {
                result.append(line)
            }
        }
        return result
    }
}
