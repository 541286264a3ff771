import PostcardDisk

/// The lines of the index at one moment. The lines stay readable even if the file is replaced.
package struct IndexSnapshot: Sendable {
    let file: OpenFile
    let identity: FileStatus.Identity
    let damage: DamageFlag
    /// The table of change positions on disk.
    let termTables: TermTables
    /// The size of the file in bytes, including any unfinished line at the end.
    private(set) var size = 0
    /// The end of the last whole line.
    private(set) var end = 0
    /// True if the last whole line ends with a line break.
    private(set) var isTerminated = true
    /// The last bytes before `end`, kept to detect changes to the file.
    private var mark: [UInt8] = []
    /// The positions of the newest changes in the lines from `tableStart` on; `nil` until they are needed.
    var table: KeyTable?
    /// The start of the first line in `table`. Earlier lines are in the table on disk.
    var tableStart = 0

    private static let markLength = 64

    /// Reads the extent of an open index.
    init(_ file: OpenFile, damage: DamageFlag, termTables: TermTables) throws(FileError) {
        self.file = file
        self.damage = damage
        self.termTables = termTables
        identity = try file.status().identity
        _ = try catchUp()
    }

    /// Reads lines that were appended since the last read.
    ///
    /// - Returns: `false` if earlier lines were changed or removed, so a new snapshot is needed.
    mutating func catchUp() throws(FileError) -> Bool {
        let newSize = try file.status().size
        guard newSize >= end, try file.read(mark.count, at: end - mark.count) == mark else { return false }
        // A last line without its line break may have been completed or cut off, so it must be read again.
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

    /// Returns the end of the last whole line that starts at `start` or later, and whether that line ends with a line break.
    ///
    /// A line without its line break is valid if it can be decoded. A truncated JSON object can never be decoded.
    private static func endOfLines(
        in file: OpenFile, from start: Int, size: Int
    ) throws(FileError) -> (end: Int, isTerminated: Bool) {
        let end = try file.endOfLastLine(from: start, to: size)
        guard size > end, size - end <= LineFormat.maximumLength else { return (end, true) }
        var decoder = LineDecoder()
        let rest = try file.read(size - end, at: end)
        // Another program has truncated the file. The next read checks the file again.
        guard !rest.isEmpty else { return (end, true) }
        return rest.withUnsafeBytes { bytes in
            switch decoder.decode(bytes) {
            case .sealed, .edited, .newer: return (end + rest.count, false)
            case .blank: return (end, true)
            case .damaged:
                // The line is sealed, and only its line break is wrong. The line was committed, so it must be kept.
                if decoder.decode(bytes.slice(0..<bytes.count - 1)) == .sealed { return (end + rest.count - 1, false) }
                // A crash leaves only incomplete lines, so if the line is complete, a person has changed it.
                return LineFormat.isFinished(bytes) ? (end + rest.count, false) : (end, true)
            }
        }
    }

    /// Returns true if a line is valid. Raises the damage flag if the line is damaged.
    ///
    /// - Throws: `FileError` with code `newerFormat`.
    func isValid(_ outcome: LineDecoder.Outcome) throws(FileError) -> Bool {
        switch outcome {
        case .sealed, .edited: return true
        case .blank: return false
        case .damaged:
            damage.raise()
            return false
        case .newer(let version):
            throw FileError(
                .newerFormat,
                "\(file.path) was written by a newer version of Postcard (format \(version); this version supports "
                    + "\(LineFormat.version)). Nothing was changed. Update Postcard.")
        }
    }

    /// Returns the line that starts at `offset`, without its line break.
    func line(at offset: Int) throws(FileError) -> [UInt8] {
        var count = 1024
        while true {
            count = min(count, end - offset)
            var bytes = try file.read(count, at: offset)
            let lineEnd = bytes.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n"), from: 0) }
            if let lineEnd {
                bytes.removeLast(bytes.count - lineEnd)
                return bytes
            }
            if bytes.count < count { throw FileError.changedWhileReading(file.path) }
            if offset + count == end || count > LineFormat.maximumLength { return bytes }
            count *= 4
        }
    }

    /// Returns the bytes after the last whole line if a person may have written them. Such bytes end with a brace, which is very unlikely
    /// after a crash.
    func editedTail() throws(FileError) -> [UInt8]? {
        guard isTerminated, size > end else { return nil }
        let tail = try file.read(min(size - end, LineFormat.maximumLength), at: end)
        return tail.last == UInt8(ascii: "}") ? tail : nil
    }

    /// Returns true if the log contains no valid lines.
    func isEmpty() throws(FileError) -> Bool {
        var isEmpty = true
        try forEachLineFromEnd { _, _ in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    /// Returns the number of the last change, plus the number of later damaged lines, whose sequence numbers are unknown.
    func lastSequence() throws(FileError) -> Int {
        var (last, damagedLines) = (0, 0)
        try forEachLineFromEnd(passingOver: { damagedLines += 1 }) { _, decoder in
            last = decoder.sequence
            return false
        }
        return last + damagedLines
    }
}
