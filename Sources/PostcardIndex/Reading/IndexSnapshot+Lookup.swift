import PlatformFoundation
import PostcardCore
import PostcardDisk

extension IndexSnapshot {
    /// Returns the newest version of a record; `nil` if it never existed. Adds the number of bytes searched to `scanned`.
    func newestVersion(of key: RecordKey, scanned: inout Int) throws(FileError) -> RecordVersion? {
        guard key.isValid else { return nil }
        var unknown = end
        if let table {
            let newest = try ChangeSpan.keyText(of: key).withBytes { text throws(FileError) in
                try position(of: text, in: table)
            }
            if let newest { return try version(at: newest) }
            unknown = tableStart
        }
        guard unknown > 0 else { return nil }
        if let terms = termTables.table(for: self) {
            if terms.end < unknown {
                if let version = try newestVersion(of: key, in: terms.end..<unknown, scanned: &scanned) {
                    return version
                }
                unknown = terms.end
            }
            if let version = try newestVersion(of: key, by: terms) { return version }
            termTables.discard(terms)
        }
        return try newestVersion(of: key, in: 0..<unknown, scanned: &scanned)
    }

    private func newestVersion(
        of key: RecordKey, in range: Range<Int>, scanned: inout Int
    ) throws(FileError) -> RecordVersion? {
        var newest: RecordVersion?
        scanned += try forEachVersion(of: key, in: range) { version in
            newest = version
            return false
        }
        return newest
    }

    /// Returns the version written by the change at a position; `nil` if the position contains no change.
    func version(at position: KeyTable.Position) throws(FileError) -> RecordVersion? {
        try withChange(at: position) { change, bytes, decoder in decoder.version(of: change, in: bytes) }
    }

    /// Calls `body` with the change at a position, as ``ChangeReader`` does.
    func withChange<Result>(
        at position: KeyTable.Position, _ body: (ChangeSpan, UnsafeRawBufferPointer, LineDecoder) -> Result
    ) throws(FileError) -> Result? {
        var reader = ChangeReader(self)
        return try reader.withChange(at: position, body)
    }

    /// Calls `body` with the versions of a record in a range of lines, newest first, until it returns `false`.
    ///
    /// - Returns: the number of bytes searched.
    @discardableResult
    func forEachVersion(
        of key: RecordKey, in range: Range<Int>, _ body: (RecordVersion) -> Bool
    ) throws(FileError) -> Int {
        guard key.isValid else { return 0 }
        let text = ChangeSpan.keyText(of: key)
        return try forEachLineFromEnd(containing: LineFormat.needle(for: key), in: range) { line, decoder in
            decoder.withBytes(of: line) { bytes in
                decoder.changes.reversed().allSatisfy { change in
                    !bytes[change.key].elementsEqual(text) || body(decoder.version(of: change, in: bytes))
                }
            }
        }
    }
}

extension LineDecoder {
    /// Returns the version written by a change of the last decoded line.
    func version(of change: ChangeSpan, in line: UnsafeRawBufferPointer) -> RecordVersion {
        RecordVersion(
            sequence: sequence, date: instant(in: line),
            record: change.record.map { json in record(of: change, json: json, in: line) })
    }

    /// Returns the change that starts at `start` in the last decoded line; `nil` if there is none.
    func change(at start: Int) -> ChangeSpan? {
        // The changes are in the order of their positions.
        let index = changes.partitioningIndex { $0.start >= start }
        return index < changes.count && changes[index].start == start ? changes[index] : nil
    }

    /// Returns the record written by a change of the last decoded line.
    func record(of change: ChangeSpan, json: Range<Int>, in line: UnsafeRawBufferPointer) -> Record {
        Record(key: change.key(in: line), sequence: sequence, date: instant(in: line), json: Array(line[json]))
    }

    private func instant(in line: UnsafeRawBufferPointer) -> Date {
        // The date of a valid line is always readable.
        Timestamp.date(of: line[date]) ?? Date(timeIntervalSince1970: 0)
    }
}

extension IndexSnapshot {
    /// Calls `body` with each valid line and the decoder that read it, last line first, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - needle: a string; canonical lines without it are skipped. `nil` to visit all lines.
    ///   - range: the range to read, which starts and ends at line boundaries; `nil` for all lines.
    ///   - passOver: called for each invalid line that is visited.
    /// - Returns: the number of bytes searched.
    @discardableResult
    func forEachLineFromEnd(
        containing needle: ByteNeedle? = nil, in range: Range<Int>? = nil, passingOver passOver: () -> Void = {},
        _ body: (UnsafeRawBufferPointer, LineDecoder) -> Bool
    ) throws(FileError) -> Int {
        let range = range ?? 0..<end
        var windows = BackwardWindows(file, from: range.upperBound, to: range.lowerBound, damage: damage)
        var decoder = LineDecoder()
        while let window = try windows.next() {
            for position in window.lines(containing: needle).reversed() {
                let line = window.bytes.slice(position)
                if try !isValid(decoder.decode(line)) {
                    passOver()
                } else if !body(line, decoder) {
                    return range.upperBound - windows.end
                }
            }
        }
        return range.count
    }

    /// Calls `body` for every line that starts at `start` or later, with the decoder that read it.
    func forEachLine(
        from start: Int = 0, _ body: (ScannedLine, LineDecoder) throws(FileError) -> Void
    ) throws(FileError) {
        var windows = ForwardWindows(file, from: start, to: end)
        var decoder = LineDecoder()
        var number = 0
        while let window = try windows.next() {
            if let count = window.oversizedCount {
                number += 1
                let outcome = LineDecoder.Outcome.damaged(reason: "it has more than \(LineFormat.maximumLength) bytes")
                let line = ScannedLine(
                    number: number, offset: window.offset, count: count, bytes: window.bytes, outcome: outcome)
                try body(line, decoder)
            }
            try window.forEachLine { range throws(FileError) in
                number += 1
                let bytes = window.bytes.slice(range)
                let line = ScannedLine(
                    number: number, offset: window.offset + range.lowerBound, count: range.count, bytes: bytes,
                    outcome: decoder.decode(bytes))
                try body(line, decoder)
            }
        }
    }
}
