import PostcardDisk
import Synchronization

/// The lines of the index that were there at one moment. They stay readable even when the file is replaced.
struct IndexSnapshot: Sendable {
    let file: OpenFile
    let identity: FileStatus.Identity
    let damage: DamageFlag
    /// The table of places on disk.
    let placeTables: PlaceTables
    /// The size of the file, with what may be left of a line that was never finished.
    private(set) var size = 0
    /// The end of the last whole line.
    private(set) var end = 0
    /// A Boolean value that indicates whether that line ends with a line break.
    private(set) var isTerminated = true
    /// The last bytes before `end`, by which it is found out whether they are still the same.
    private var mark: [UInt8] = []
    /// The positions of the newest changes in the lines from `tableStart` on; `nil` until it is needed.
    var table: KeyTable?
    /// The beginning of the first line whose changes are in `table`: those before were in a table on disk.
    var tableStart = 0

    private static let markLength = 64

    /// Looks at an open index.
    init(_ file: OpenFile, damage: DamageFlag, placeTables: PlaceTables) throws(LibraryError) {
        self.file = file
        self.damage = damage
        self.placeTables = placeTables
        identity = try file.status().identity
        _ = try catchUp()
    }

    /// Takes in what was appended since.
    ///
    /// - Returns: false if what was there before is not there any more: then a new snapshot must be made.
    mutating func catchUp() throws(LibraryError) -> Bool {
        let newSize = try file.status().size
        guard newSize >= end, try file.read(mark.count, at: end - mark.count) == mark else { return false }
        // A line without its line break may have been finished since, or cut off: it is read again.
        guard isTerminated else { return false }
        if newSize == end { return true }
        let oldEnd = end
        (end, isTerminated) = try Self.endOfLines(in: file, from: oldEnd, size: newSize)
        size = newSize
        let markStart = max(0, end - Self.markLength)
        mark = try file.read(end - markStart, at: markStart)
        if table != nil { try extendTable(from: oldEnd) }
        return true
    }

    /// Returns the end of the last whole line that begins at `start` or later, and whether it has its line break.
    ///
    /// A line without its line break counts if it can be read: nothing that is cut off in the middle is a JSON object.
    private static func endOfLines(
        in file: OpenFile, from start: Int, size: Int
    ) throws(LibraryError) -> (end: Int, isTerminated: Bool) {
        let end = try file.endOfLastLine(from: start, to: size)
        guard size > end, size - end <= LineFormat.maximumLength else { return (end, true) }
        var decoder = LineDecoder()
        let rest = try file.read(size - end, at: end)
        // Another program has cut the file off meanwhile: what is there now is looked at the next time.
        guard !rest.isEmpty else { return (end, true) }
        return rest.withUnsafeBytes { bytes in
            switch decoder.decode(bytes) {
            case .sealed, .edited, .newer: return (end + rest.count, false)
            case .blank: return (end, true)
            case .damaged:
                // Only the line break may be wrong. Then the line was committed, and must not be cut off.
                if decoder.decode(bytes.slice(0..<bytes.count - 1)) == .sealed { return (end + rest.count - 1, false) }
                // Nobody was interrupted in writing this: it is a line that a person has changed.
                return LineFormat.isFinished(bytes) ? (end + rest.count, false) : (end, true)
            }
        }
    }

    /// Returns a Boolean value that indicates whether a line counts, by the result of decoding it.
    func counts(_ outcome: LineDecoder.Outcome) throws(LibraryError) -> Bool {
        switch outcome {
        case .sealed, .edited: return true
        case .blank: return false
        case .damaged:
            damage.raise()
            return false
        case .newer(let version):
            throw LibraryError(
                .newerFormat,
                "\(file.path) was written by a newer Postcard (format \(version); this one knows "
                    + "\(LineFormat.version)). Nothing was changed; update Postcard.")
        }
    }

    /// The line that begins at `offset`, without its line break.
    func line(at offset: Int) throws(LibraryError) -> [UInt8] {
        var count = 1024
        while true {
            count = min(count, end - offset)
            var bytes = try file.read(count, at: offset)
            let lineEnd = bytes.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n"), from: 0) }
            if let lineEnd {
                bytes.removeLast(bytes.count - lineEnd)
                return bytes
            }
            if bytes.count < count { throw LibraryError.changedWhileReading(file.path) }
            if offset + count == end || count > LineFormat.maximumLength { return bytes }
            count *= 4
        }
    }

    /// Returns the bytes after the last whole line, if a person may have written them: a crash leaves the beginning of
    /// a line, and hardly ever one that ends with a brace.
    func editedTail() throws(LibraryError) -> [UInt8]? {
        guard isTerminated, size > end else { return nil }
        let tail = try file.read(min(size - end, LineFormat.maximumLength), at: end)
        return tail.last == UInt8(ascii: "}") ? tail : nil
    }

    /// Returns a Boolean value that indicates whether there is not one line that counts.
    func isEmpty() throws(LibraryError) -> Bool {
        var isEmpty = true
        try forEachLineFromEnd { _, _ in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    /// The number of the last change, or a higher one if lines after it are damaged: theirs can't be known.
    func lastSequence() throws(LibraryError) -> Int {
        var (last, damagedLines) = (0, 0)
        try forEachLineFromEnd(passingOver: { damagedLines += 1 }) { _, decoder in
            last = decoder.sequence
            return false
        }
        return last + damagedLines
    }
}

/// A line that was met while going through a whole index.
struct ScannedLine {
    /// From 1 on.
    let number: Int
    /// The position in the file.
    let offset: Int
    /// Its length in bytes, without its line break.
    let count: Int
    /// Its bytes without its line break; none if it is longer than a line may be. Not valid after the call that has
    /// passed it.
    let bytes: UnsafeRawBufferPointer
    let outcome: LineDecoder.Outcome
}

/// Remembers that damage was met.
final class DamageFlag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
