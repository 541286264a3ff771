import PostcardDisk

/// Reads whole lines of a file from a place on, a window at a time.
struct ForwardWindows {
    private let file: OpenFile
    private let end: Int
    private let buffer = WindowBuffer(size: windowSize)
    private(set) var offset: Int
    /// Lines that are longer than a line may be; they are passed over.
    private(set) var oversizedLines: [Range<Int>] = []

    /// A compromise between few calls and a buffer that stays in the processor's cache.
    private static let windowSize = 256 << 10

    /// `start` is the beginning of a line. `end` is the end of one.
    init(_ file: OpenFile, from start: Int, to end: Int) {
        self.file = file
        self.end = end
        offset = start
    }

    /// The next lines; nil at the end.
    mutating func next() throws(LibraryError) -> LineWindow? {
        var size = Self.windowSize
        while offset < end {
            size = min(size, end - offset)
            buffer.reserve(size)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer.storage[..<size])
            let count = try file.read(into: target, at: offset)
            // Somebody cut the file off.
            guard count == size else { throw LibraryError.changedWhileReading(file.path) }
            let bytes = UnsafeRawBufferPointer(target)
            if offset + size == end { return window(bytes) }
            if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { return window(bytes.slice(0..<last + 1)) }
            if size <= LineFormat.maximumLength { size *= 2 } else { try skipOversizedLine() }
        }
        return nil
    }

    private mutating func window(_ bytes: UnsafeRawBufferPointer) -> LineWindow {
        defer { offset += bytes.count }
        return LineWindow(offset: offset, bytes: bytes)
    }

    private mutating func skipOversizedLine() throws(LibraryError) {
        let start = offset
        while offset < end {
            let bytes = try file.read(min(Self.windowSize, end - offset), at: offset)
            if bytes.isEmpty { throw LibraryError.changedWhileReading(file.path) }
            if let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                oversizedLines.append(start..<offset + lineEnd)
                offset += lineEnd + 1
                return
            }
            offset += bytes.count
        }
        oversizedLines.append(start..<end)
    }
}
