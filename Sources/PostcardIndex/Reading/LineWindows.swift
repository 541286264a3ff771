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

/// A buffer for pieces of a file, reused from piece to piece.
final class WindowBuffer {
    private var storage: UnsafeMutableRawBufferPointer

    init(size: Int) { storage = .allocate(byteCount: size, alignment: 16) }

    deinit { storage.deallocate() }

    /// Reads `size` bytes of a file. They are valid until the next read.
    func read(_ size: Int, of file: OpenFile, at offset: Int) throws(FileError) -> UnsafeRawBufferPointer {
        if size > storage.count {
            storage.deallocate()
            storage = .allocate(byteCount: size, alignment: 16)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: storage[..<size])
        // Another program may have shortened the file.
        guard try file.read(into: target, at: offset) == size else { throw .changedWhileReading(file.path) }
        return UnsafeRawBufferPointer(target)
    }
}

/// A reader of whole lines from a position forwards, one window at a time.
struct ForwardWindows {
    private let file: OpenFile
    private let end: Int
    private let buffer = WindowBuffer(size: windowSize)
    private var offset: Int

    /// The size of a window in bytes: few calls, and a buffer that fits the processor's cache.
    private static let windowSize = 256 << 10

    /// Prepares reading. `start` and `end` are the positions of line boundaries.
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

/// A reader of whole lines from a position backwards, one window at a time.
struct BackwardWindows {
    private let file: OpenFile
    private let damage: DamageFlag
    private let buffer: WindowBuffer
    /// The end of the lines that were not returned yet.
    private(set) var end: Int
    private let start: Int
    private var size = minimumSize

    /// The size of the first window in bytes. It is small, since requested records are often among the newest lines.
    private static let minimumSize = 32 << 10
    /// The largest size of a window in bytes: few calls, and a buffer that fits the processor's cache.
    private static let maximumSize = 256 << 10

    /// Prepares reading. `end` and `start` are the positions of line boundaries. An oversized line is skipped, and raises `damage`.
    init(_ file: OpenFile, from end: Int, to start: Int = 0, damage: DamageFlag) {
        self.file = file
        self.damage = damage
        self.end = end
        self.start = start
        buffer = WindowBuffer(size: min(Self.minimumSize, max(end - start, 1)))
    }

    /// Returns the lines before those returned last; `nil` at the start.
    mutating func next() throws(FileError) -> LineWindow? {
        var size = size
        self.size = min(size * 2, Self.maximumSize)
        while end > start {
            size = min(size, end - start)
            let begin = end - size
            let bytes = try buffer.read(size, of: file, at: begin)
            // The first line in the buffer may begin before it.
            var first = 0
            if begin > start { first = (bytes.firstIndex(of: UInt8(ascii: "\n"), from: 0) ?? size) + 1 }
            if first < size {
                end = begin + first
                return LineWindow(offset: end, bytes: bytes.slice(first..<size))
            }
            if size <= LineFormat.maximumLength { size *= 2 } else { try skipOversizedLine() }
        }
        return nil
    }

    private mutating func skipOversizedLine() throws(FileError) {
        damage.raise()
        // The byte before `end` is the line break of the oversized line itself.
        end = try file.endOfLastLine(from: start, to: end - 1)
    }
}

extension OpenFile {
    /// Returns the end of the last line with a line break between two positions; `start` if there is none.
    func endOfLastLine(from start: Int, to end: Int) throws(FileError) -> Int {
        var end = end
        while end > start {
            let begin = max(start, end - 64 << 10)
            if let last = try read(end - begin, at: begin).lastIndex(of: UInt8(ascii: "\n")) { return begin + last + 1 }
            end = begin
        }
        return start
    }
}
