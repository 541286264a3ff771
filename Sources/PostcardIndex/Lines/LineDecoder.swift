import PostcardCore
import PostcardDisk

/// A decoder for lines of the index. The decoder reuses its storage for all lines.
struct LineDecoder {
    /// The result of decoding a line.
    enum Outcome: Equatable {
        /// A line in canonical form with a correct checksum.
        case sealed
        /// A line without a checksum or in another form, as left by a manual edit. It is valid.
        case edited
        /// A line of only whitespace. It is ignored.
        case blank
        /// A line that was damaged after it was written. Its changes are ignored.
        case damaged(reason: String)
        /// A line in a newer format.
        case newer(version: Int)
    }

    /// The sequence number of the last decoded line, if it is valid.
    private(set) var sequence = 0
    /// The position of the date in the line.
    private(set) var date = 0..<0
    /// The changes of the line, in order.
    private(set) var changes: [ChangeSpan] = []
    /// The line in canonical form if it was decoded from another form; otherwise empty.
    private var rewritten: [UInt8] = []

    /// Decodes a line, given without its line break.
    mutating func decode(_ line: UnsafeRawBufferPointer) -> Outcome {
        rewritten.removeAll(keepingCapacity: true)
        changes.removeAll(keepingCapacity: true)
        // Text editors may add a carriage return.
        if line.last == UInt8(ascii: "\r") { return decode(line.slice(0..<line.count - 1)) }
        guard LineFormat.isSealed(line) else { return decodeEdited(line, isChecksumRight: false) }
        guard LineFormat.isChecksumRight(line) else { return .damaged(reason: "its checksum is wrong") }
        if parse(line) { return .sealed }
        return decodeEdited(line, isChecksumRight: true)
    }

    /// Calls `body` with the bytes that the positions refer to: the line, or its canonical form in `rewritten`.
    func withBytes<Result, Failure: Error>(
        of line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if rewritten.isEmpty { return try body(line) }
        return try rewritten.withBytes(body)
    }

    /// Finds the parts of a line in canonical form.
    ///
    /// - Returns: `false` if the line has another form.
    private mutating func parse(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.starts(with: LineFormat.start, at: 0) else { return false }
        var position = LineFormat.start.utf8CodeUnitCount
        var number = 0
        while position < line.count, (48...57).contains(line[position]), number < Int.max / 16 {
            number = number * 10 + Int(line[position] - 48)
            position += 1
        }
        sequence = number
        guard number <= LineFormat.maximumSequence, line.starts(with: LineFormat.date, at: position) else {
            return false
        }
        position += LineFormat.date.utf8CodeUnitCount
        guard let dateEnd = line.firstIndex(of: UInt8(ascii: "\""), from: position),
            line.starts(with: LineFormat.changes, at: dateEnd)
        else { return false }
        date = position..<dateEnd
        position = dateEnd + LineFormat.changes.utf8CodeUnitCount
        let end = line.count - LineFormat.sealLength - 1
        guard end >= position, line[end] == UInt8(ascii: "]") else { return false }
        if position == end { return true }
        // Most lines have one change. For such a line, the end of the record is known without scanning the record.
        let isSingle = LineFormat.nextChange.firstIndex(in: line.slice(position..<end)) == nil
        while let change = parseChange(line, at: position, endingAt: isSingle ? end : nil) {
            changes.append(change.span)
            if change.end == end { return true }
            guard change.end < end, line[change.end] == UInt8(ascii: ",") else { return false }
            position = change.end + 1
        }
        return false
    }

    private func parseChange(
        _ line: UnsafeRawBufferPointer, at start: Int, endingAt knownEnd: Int?
    ) -> (span: ChangeSpan, end: Int)? {
        let isPut = line.starts(with: LineFormat.put, at: start)
        guard isPut || line.starts(with: LineFormat.delete, at: start) else { return nil }
        let kind = start + (isPut ? LineFormat.put : LineFormat.delete).utf8CodeUnitCount
        guard let key = LineFormat.key(at: kind, in: line) else { return nil }
        var record: Range<Int>?
        var end = key.text.upperBound + 1
        if isPut {
            guard line.starts(with: LineFormat.record, at: key.text.upperBound) else { return nil }
            let recordStart = key.text.upperBound + LineFormat.record.utf8CodeUnitCount
            guard let recordEnd = knownEnd.map({ $0 - 1 }) ?? self.end(ofValueAt: recordStart, in: line),
                recordEnd > recordStart
            else { return nil }
            record = recordStart..<recordEnd
            end = recordEnd
        }
        guard end < line.count, line[end] == UInt8(ascii: "}") else { return nil }
        return (ChangeSpan(start: start, key: key.text, kindLength: key.kindEnd - kind, record: record), end + 1)
    }

    private func end(ofValueAt start: Int, in line: UnsafeRawBufferPointer) -> Int? {
        var scanner = JSONScanner(line.slice(start..<line.count))
        do { try scanner.skipValue() } catch { return nil }
        return start + scanner.position
    }

    private mutating func decodeEdited(_ line: UnsafeRawBufferPointer, isChecksumRight: Bool) -> Outcome {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .blank }
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(parsing: line) } catch {
            return .damaged(reason: "it is not valid JSON: \(error.reason) at byte \(error.position + 1)")
        }
        let edited: EditedLine
        do throws(EditedLine.Refusal) { edited = try EditedLine(value, isChecksumRight: isChecksumRight) } catch {
            return error.outcome
        }
        rewritten = LineEncoder.line(sequence: edited.sequence, date: edited.date, changes: edited.changes)
        rewritten.removeLast()
        // The bytes are copied, because `parse` changes other members of this value.
        let bytes = rewritten
        guard bytes.count <= LineFormat.maximumLength, bytes.withUnsafeBytes({ parse($0) }) else {
            return .damaged(reason: "it does not have the format of an index line")
        }
        return .edited
    }
}

/// A line that is not in canonical form, read member by member.
struct EditedLine {
    /// The reason why a line is invalid.
    struct Refusal: Error, Equatable {
        let outcome: LineDecoder.Outcome

        static func damaged(_ reason: String) -> Refusal { Refusal(outcome: .damaged(reason: reason)) }
    }

    let sequence: Int
    let date: String
    let changes: [Change]

    /// Reads a line.
    ///
    /// - Parameter isChecksumRight: true if the line has a checksum that was verified.
    /// - Throws: the reason why the line is invalid.
    init(_ line: JSONValue, isChecksumRight: Bool) throws(Refusal) {
        guard let members = line.members else { throw .damaged("it is not a JSON object") }
        guard let version = line["v"]?.integer, version >= 1 else { throw .damaged("it has no version \"v\"") }
        if line["crc"] != nil, !isChecksumRight {
            throw .damaged(
                "it was changed after its checksum was computed (remove the \"crc\" member when you edit a line)")
        }
        if version > LineFormat.version { throw Refusal(outcome: .newer(version: version)) }
        try Self.check(members, areAmong: ["v", "seq", "at", "changes", "crc"])
        guard let sequence = line["seq"]?.integer, 0...LineFormat.maximumSequence ~= sequence else {
            throw .damaged("its \"seq\" is missing or is not a whole number up to 2^53")
        }
        guard let date = line["at"]?.string, Timestamp.date(of: date.utf8) != nil else {
            throw .damaged("its \"at\" is missing or is not a date such as 2026-11-21T10:00:00.123Z")
        }
        guard let changes = line["changes"]?.elements else { throw .damaged("it has no list of \"changes\"") }
        self.sequence = sequence
        self.date = date
        self.changes = try changes.map { value throws(Refusal) in try Self.change(value) }
    }

    /// Reads one change of a line.
    static func change(_ value: JSONValue) throws(Refusal) -> Change {
        guard let members = value.members else { throw .damaged("a change is not a JSON object") }
        try check(members, areAmong: ["op", "kind", "id", "record"])
        guard let kind = value["kind"]?.string, let id = value["id"]?.string,
            case let key = RecordKey(RecordKind(rawValue: kind), id), key.isValid
        else { throw .damaged("a change has no valid \"kind\" and \"id\"") }
        switch value["op"]?.string {
        case "delete":
            if value["record"] != nil { throw .damaged("the change that deletes the \(key) contains a record") }
            return Change(key: key, json: nil)
        case "put":
            guard let record = value["record"], record.members != nil else {
                throw .damaged("the change to the \(key) has no record")
            }
            return Change(key: key, json: record.bytes)
        default: throw .damaged("the \"op\" of a change is neither \"put\" nor \"delete\"")
        }
    }

    private static func check(_ members: [JSONValue.Member], areAmong names: Set<NameKey>) throws(Refusal) {
        if let unknown = members.first(where: { !names.contains($0.name) }) {
            throw .damaged("it has an unknown member \"\(unknown.name)\"")
        }
        if Set<NameKey>(names: members.map(\.name)).count < members.count {
            throw .damaged("it contains a member twice")
        }
    }
}
