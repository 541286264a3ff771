import PostcardCore
import PostcardDisk

/// A key of a table of change positions: the beginning of an id, a kind, or a kind with the value of a member or with a cell of the map.
///
/// A term has 16 bytes, compared as numbers. Terms of ids keep the order of the ids. The other terms are hashes with the top bit set, which no ASCII
/// id has.
struct IndexTerm: Sendable, Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    /// The members that have terms. Records with other members are searched among all of their kind. A change of this list needs a new version of
    /// `TermTableHeader`.
    static let members = ["album", "collection", "journal", "pin", "place"]

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes the term of an id, given as bytes. A shorter id is filled up with `filler`.
    init(id: UnsafeRawBufferPointer, filler: UInt8 = 0) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            words.0 = words.0 << 8 | UInt64(index < id.count ? id[index] : filler)
            words.1 = words.1 << 8 | UInt64(index + 8 < id.count ? id[index + 8] : filler)
        }
        self.init(high: words.0, low: words.1)
    }

    /// Returns the terms of ids that begin with a text. Longer texts are cut to the length of a term.
    static func ids(beginningWith text: String) -> ClosedRange<IndexTerm> {
        Array(text.utf8).withBytes { text in
            IndexTerm(id: text)...IndexTerm(id: text, filler: 0xFF)
        }
    }

    /// Makes the term of all records of a kind.
    init(kind: RecordKind) {
        self.init(high: StableHash(Array(kind.rawValue.utf8)).value | 1 << 63, low: 0)
    }

    /// Makes the term of the records of a kind whose member has a value.
    init(kind: RecordKind, member: String, value: some Sequence<UInt8>) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(member) ".utf8) + value).value | 1 << 63, low: 1)
    }

    /// Makes the term of the records of a kind in a cell of the map.
    init(kind: RecordKind, cell: Int) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(cell)".utf8)).value | 1 << 63, low: 2)
    }

    /// A Boolean value that indicates whether the term is the beginning of an id.
    var isID: Bool { high >> 63 == 0 }

    static func < (left: IndexTerm, right: IndexTerm) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// A finder of a record's terms, except that of its id, which avoids decoding the whole record.
struct TermFinder {
    private let string = ByteNeedle(#"":""#)
    private let coordinate = ByteNeedle("\"\(MapArea.member)\":{")
    private let unicode = ByteNeedle(#"\u"#)
    private let names = IndexTerm.members.map { (text: $0, quoted: Array("\"\($0)".utf8)) }

    /// Calls `body` with each term of a record, given as its JSON object in the shortest spelling. Terms of nested objects may be among them.
    func forEachTerm(of kind: RecordKind, _ json: UnsafeRawBufferPointer, _ body: (IndexTerm) -> Void) {
        body(IndexTerm(kind: kind))
        // A name of a member is spelled differently only with \u, a value only with a backslash.
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
