import PostcardDisk

/// A reader that returns whole lines forward from a position, one window at a time.
struct ForwardWindows {
    private let file: OpenFile
    private let end: Int
    private let buffer = WindowBuffer(size: windowSize)
    private var offset: Int

    /// The size of a window in bytes. Windows of this size need few calls, and the buffer still fits in the processor's cache.
    private static let windowSize = 256 << 10

    /// Prepares to read. `start` and `end` are the positions of line boundaries.
    init(_ file: OpenFile, from start: Int, to end: Int) {
        self.file = file
        self.end = end
        offset = start
    }

    /// Returns the next lines, or an oversized line; `nil` at the end.
    mutating func next() throws(FileError) -> LineWindow? {
        var size = Self.windowSize
        while offset < end {
            size = min(size, end - offset)
            let bytes = try buffer.read(size, of: file, at: offset)
            if offset + size == end { return window(bytes) }
            if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { return window(bytes.slice(0..<last + 1)) }
            if size > LineFormat.maximumLength { return try oversizedLine() }
            size *= 2
        }
        return nil
    }

    private mutating func window(_ bytes: UnsafeRawBufferPointer) -> LineWindow {
        defer { offset += bytes.count }
        return LineWindow(offset: offset, bytes: bytes)
    }

    private mutating func oversizedLine() throws(FileError) -> LineWindow {
        let start = offset
        var count: Int?
        while offset < end, count == nil {
            let bytes = try file.read(min(Self.windowSize, end - offset), at: offset)
            if bytes.isEmpty { throw FileError.changedWhileReading(file.path) }
            let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"))
            count = lineEnd.map { offset + $0 - start }
            offset += lineEnd.map { $0 + 1 } ?? bytes.count
        }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return LineWindow(offset: start, bytes: none, oversizedCount: count ?? end - start)
    }
}
