import PostcardDisk

/// A part of a file in memory that consists of whole lines.
struct LineWindow {
    /// The position of the first line in the file.
    let offset: Int
    /// The lines with their line breaks, which the last line of the file may lack. Valid until the next window is read.
    let bytes: UnsafeRawBufferPointer
    /// The length of an oversized line, of which there are no bytes; `nil` for other windows.
    var oversizedCount: Int?

    /// Calls `body` with the position of each line in the window, without its line break, first to last.
    func forEachLine<Failure: Error>(_ body: (Range<Int>) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
            try body(start..<end)
            start = end + 1
        }
    }

    /// Returns the positions of the lines that may contain `needle`, given in Postcard's own form: those that do, and edited ones. Returns all lines
    /// for `nil`.
    func lines(containing needle: ByteNeedle?) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var hit = needle?.firstIndex(in: bytes) ?? Int.max
        forEachLine { line in
            guard let needle else { return result.append(line) }
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
