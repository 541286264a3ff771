import PostcardCore

/// A line in another form than Postcard's own, read member by member.
struct EditedLine {
    /// The reason why a line cannot be used.
    struct Refusal: Error, Equatable {
        let outcome: LineDecoder.Outcome

        static func damaged(_ reason: String) -> Refusal { Refusal(outcome: .damaged(reason: reason)) }
    }

    let sequence: Int
    let date: String
    let changes: [Change]

    /// Reads a line. `isChecksumRight` tells whether the line has a checksum that was proven.
    init(_ line: JSONValue, isChecksumRight: Bool) throws(Refusal) {
        guard let members = line.members else { throw .damaged("it is not a JSON object") }
        guard let version = line["v"]?.integer, version >= 1 else { throw .damaged("it has no version \"v\"") }
        if line["crc"] != nil, !isChecksumRight {
            throw .damaged(
                "it was changed after its checksum was made (whoever edits a line must remove its member \"crc\")")
        }
        if version > LineFormat.version { throw Refusal(outcome: .newer(version: version)) }
        try Self.check(members, areAmong: ["v", "seq", "at", "changes", "crc"])
        guard let sequence = line["seq"]?.integer, 0...LineFormat.maximumSequence ~= sequence else {
            throw .damaged("it has no number \"seq\" of at most 2^53")
        }
        guard let date = line["at"]?.string, Timestamp.date(of: date.utf8) != nil else {
            throw .damaged("it has no date \"at\" such as 2026-11-21T10:00:00.123Z")
        }
        guard let changes = line["changes"]?.elements else { throw .damaged("it has no list of \"changes\"") }
        self.sequence = sequence
        self.date = date
        self.changes = try changes.map { value throws(Refusal) in try Self.change(value) }
    }

    /// Reads a change.
    static func change(_ value: JSONValue) throws(Refusal) -> Change {
        guard let members = value.members else { throw .damaged("a change is not a JSON object") }
        try check(members, areAmong: ["op", "kind", "id", "record"])
        guard let kind = value["kind"]?.string, let id = value["id"]?.string,
            case let key = RecordKey(RecordKind(rawValue: kind), id), key.isValid
        else { throw .damaged("a change has no valid \"kind\" and \"id\"") }
        switch value["op"]?.string {
        case "delete":
            if value["record"] != nil { throw .damaged("the change that deletes the \(key) has a record") }
            return Change(key: key, json: nil)
        case "put":
            guard let record = value["record"], record.members != nil else {
                throw .damaged("the change of the \(key) has no record")
            }
            var json: [UInt8] = []
            record.append(to: &json)
            return Change(key: key, json: json)
        default: throw .damaged("the \"op\" of a change is neither \"put\" nor \"delete\"")
        }
    }

    private static func check(_ members: [JSONValue.Member], areAmong names: Set<String>) throws(Refusal) {
        if let stranger = members.first(where: { !names.contains($0.name) }) {
            throw .damaged("it has a member \"\(stranger.name)\" that does not belong there")
        }
        if Set(members.map(\.name)).count < members.count { throw .damaged("it has a member twice") }
    }
}
