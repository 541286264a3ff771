import PostcardCore
import PostcardDisk

/// Finds the terms of a record, except the term of its id, without decoding the whole record.
struct TermFinder {
    private let string = ByteNeedle(#"":""#)
    private let coordinate = ByteNeedle("\"\(MapArea.member)\":{")
    private let unicode = ByteNeedle(#"\u"#)
    private let names = IndexTerm.members.map { (text: $0, quoted: Array("\"\($0)".utf8)) }

    /// Calls `body` with each term of a record, given its JSON object in the shortest form. Terms of nested objects may be included.
    func forEachTerm(of kind: RecordKind, _ json: UnsafeRawBufferPointer, _ body: (IndexTerm) -> Void) {
        body(IndexTerm(kind: kind))
        // In any other form, a member name contains \u, and a value contains a backslash.
        let hasBackslash = json.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
        if hasBackslash, unicode.firstIndex(in: json) != nil {
            return forEachTerm(of: kind, parsing: json, body)
        }
        var position = 0
        while let hit = string.firstIndex(in: json, from: position) {
            position = hit + 3
            for name in names where name.quoted.withUnsafeBytes({ json.starts(with: $0, at: hit - $0.count) }) {
                guard let end = json.firstIndex(of: UInt8(ascii: "\""), from: position) else { return }
                let value = json.slice(position..<end)
                if value.contains(UInt8(ascii: "\\")) { return forEachTerm(of: kind, parsing: json, body) }
                body(IndexTerm(kind: kind, member: name.text, value: value))
            }
        }
        position = 0
        while let hit = coordinate.firstIndex(in: json, from: position) {
            position = hit + MapArea.member.utf8.count + 3
            var scanner = JSONScanner(json.slice(position..<json.count))
            guard (try? scanner.skipValue()) != nil else { return }
            let value = try? JSONValue(parsing: json.slice(position..<position + scanner.position))
            if let cell = MapArea.cell(of: value) { body(IndexTerm(kind: kind, cell: cell)) }
        }
    }

    private func forEachTerm(
        of kind: RecordKind, parsing json: UnsafeRawBufferPointer, _ body: (IndexTerm) -> Void
    ) {
        guard let object = try? JSONValue(parsing: json) else { return }
        for name in IndexTerm.members {
            if let value = object[name]?.string { body(IndexTerm(kind: kind, member: name, value: value.utf8)) }
        }
        if let cell = MapArea.cell(of: object[MapArea.member]) { body(IndexTerm(kind: kind, cell: cell)) }
    }
}
