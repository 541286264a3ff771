import PostcardDisk

/// Whole lines of a file in memory.
struct LineWindow {
    /// The position of the first line in the file.
    let offset: Int
    /// The lines, each with its line break; the last line of the file may lack it. Valid until the next window is read.
    let bytes: UnsafeRawBufferPointer
    /// The length of a line that is longer than a line may be, of which there are no bytes; `nil` for other lines.
    var oversizedCount: Int?

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
    /// and those that a person may have edited. All lines for `nil`.
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

/// Memory for a piece of a file, used again for the next piece.
final class WindowBuffer {
    private var storage: UnsafeMutableRawBufferPointer

    init(size: Int) { storage = .allocate(byteCount: size, alignment: 16) }

    deinit { storage.deallocate() }

    /// Reads `size` bytes of a file, which are valid until the next ones are read.
    func read(_ size: Int, of file: OpenFile, at offset: Int) throws(LibraryError) -> UnsafeRawBufferPointer {
        if size > storage.count {
            storage.deallocate()
            storage = .allocate(byteCount: size, alignment: 16)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: storage[..<size])
        // Somebody may have cut the file off.
        guard try file.read(into: target, at: offset) == size else { throw .changedWhileReading(file.path) }
        return UnsafeRawBufferPointer(target)
    }
}

/// Reads whole lines of a file from a place on, a window at a time.
struct ForwardWindows {
    private let file: OpenFile
    private let end: Int
    private let buffer = WindowBuffer(size: windowSize)
    private var offset: Int

    /// A compromise between few calls and a buffer that stays in the processor's cache.
    private static let windowSize = 256 << 10

    /// `start` is the beginning of a line. `end` is the end of one.
    init(_ file: OpenFile, from start: Int, to end: Int) {
        self.file = file
        self.end = end
        offset = start
    }

    /// The next lines, or a line that is longer than a line may be; nil at the end.
    mutating func next() throws(LibraryError) -> LineWindow? {
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

    private mutating func oversizedLine() throws(LibraryError) -> LineWindow {
        let start = offset
        var count: Int?
        while offset < end, count == nil {
            let bytes = try file.read(min(Self.windowSize, end - offset), at: offset)
            if bytes.isEmpty { throw LibraryError.changedWhileReading(file.path) }
            let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"))
            count = lineEnd.map { offset + $0 - start }
            offset += lineEnd.map { $0 + 1 } ?? bytes.count
        }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return LineWindow(offset: start, bytes: none, oversizedCount: count ?? end - start)
    }
}

/// Reads whole lines of a file from a place back to the start, a window at a time.
struct BackwardWindows {
    private let file: OpenFile
    private let damage: DamageFlag
    private let buffer: WindowBuffer
    /// The end of the lines that were not returned yet.
    private(set) var end: Int
    private let start: Int
    private var size = minimumSize

    /// The size of the first window in bytes, which is small because records are often among the newest lines.
    private static let minimumSize = 32 << 10
    /// A compromise between few calls and a buffer that stays in the processor's cache.
    private static let maximumSize = 256 << 10

    /// `end` is the end of a line, `start` the beginning of one. `damage` is raised for a line that is longer than a line may be; it is
    /// passed over.
    init(_ file: OpenFile, from end: Int, to start: Int = 0, damage: DamageFlag) {
        self.file = file
        self.damage = damage
        self.end = end
        self.start = start
        buffer = WindowBuffer(size: min(Self.minimumSize, max(end - start, 1)))
    }

    /// The lines before those returned last; nil at the start.
    mutating func next() throws(LibraryError) -> LineWindow? {
        var size = size
        self.size = min(size * 2, Self.maximumSize)
        while end > start {
            size = min(size, end - start)
            let begin = end - size
            let bytes = try buffer.read(size, of: file, at: begin)
            // The first line may have begun before the window.
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

    private mutating func skipOversizedLine() throws(LibraryError) {
        damage.raise()
        // The line break before `end` belongs to the line itself.
        end = try file.endOfLastLine(from: start, to: end - 1)
    }
}

extension OpenFile {
    /// The end of the last line that has its line break between two positions; `start` when there is none.
    func endOfLastLine(from start: Int, to end: Int) throws(LibraryError) -> Int {
        var end = end
        while end > start {
            let begin = max(start, end - 64 << 10)
            if let last = try read(end - begin, at: begin).lastIndex(of: UInt8(ascii: "\n")) { return begin + last + 1 }
            end = begin
        }
        return start
    }
}
