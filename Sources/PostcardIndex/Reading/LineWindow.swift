import PostcardDisk

/// An in-memory part of a file that consists of whole lines.
struct LineWindow {
    /// The position of the first line in the file.
    let offset: Int
    /// The lines with their line breaks; the last line of the file may lack one. The lines are valid until the next window is read.
    let bytes: UnsafeRawBufferPointer
    /// The length of an oversized line, whose bytes are not in the window; `nil` for other windows.
    var oversizedCount: Int?

    /// Calls `body` with the position of each line in the window, excluding its line break, in order.
    func forEachLine<Failure: Error>(_ body: (Range<Int>) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
            try body(start..<end)
            start = end + 1
        }
    }

    /// Returns the positions of the lines that contain `needle`, and of all edited lines, which may contain `needle` in another form.
    /// Returns all lines if `needle` is `nil`.
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
