import PostcardDisk

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
            buffer.reserve(size)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer.storage[..<size])
            let begin = end - size
            let count = try file.read(into: target, at: begin)
            guard count == size else { throw LibraryError.changedWhileReading(file.path) }
            let bytes = UnsafeRawBufferPointer(target)
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
        end -= 1
        while end > start {
            let begin = max(start, end - Self.maximumSize)
            let bytes = try file.read(end - begin, at: begin)
            if let lineEnd = bytes.lastIndex(of: UInt8(ascii: "\n")) {
                end = begin + lineEnd + 1
                return
            }
            end = begin
        }
    }
}
