import PostcardDisk

/// A reader that returns whole lines backward from a position, one window at a time.
struct BackwardWindows {
    private let file: OpenFile
    private let damage: DamageFlag
    private let buffer: WindowBuffer
    /// The end of the lines that have not been returned yet.
    private(set) var end: Int
    private let start: Int
    private var size = minimumSize

    /// The size of the first window in bytes. The window is small, because requested records are often among the newest lines.
    private static let minimumSize = 32 << 10
    /// The maximum size of a window in bytes. Windows of this size need few calls, and the buffer still fits in the processor's cache.
    private static let maximumSize = 256 << 10

    /// Prepares to read. `end` and `start` are the positions of line boundaries. An oversized line is skipped, and raises the `damage`
    /// flag.
    init(_ file: OpenFile, from end: Int, to start: Int = 0, damage: DamageFlag) {
        self.file = file
        self.damage = damage
        self.end = end
        self.start = start
        buffer = WindowBuffer(size: min(Self.minimumSize, max(end - start, 1)))
    }

    /// Returns the lines before the previously returned lines; `nil` at the start.
    mutating func next() throws(FileError) -> LineWindow? {
        var size = size
        self.size = min(size * 2, Self.maximumSize)
        while end > start {
            size = min(size, end - start)
            let begin = end - size
            let bytes = try buffer.read(size, of: file, at: begin)
            // The first line may start before the buffer.
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
