import PostcardCore
import PostcardDisk

/// Something that places are looked up by: the beginning of an id, a kind, or a kind with one of the members that name an owner, or with
/// a cell of the map.
///
/// 16 bytes, compared as such. Those of ids keep the order of the ids; the others are hashes with the top bit set, which no id has.
struct PlaceTerm: Sendable, Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    /// The number of bytes of an id that count.
    static let idLength = 16
    /// The members that records are listed by. Other ones are looked for among all of the kind. Raise the version of `PlaceTableHeader`
    /// with a change of them.
    static let members = ["album", "collection", "journal", "pin", "place"]

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An id, given as its bytes; what it lacks in length is filled up.
    init(id: UnsafeRawBufferPointer, filler: UInt8 = 0) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            words.0 = words.0 << 8 | UInt64(index < id.count ? id[index] : filler)
            words.1 = words.1 << 8 | UInt64(index + 8 < id.count ? id[index + 8] : filler)
        }
        self.init(high: words.0, low: words.1)
    }

    /// The ids that begin with a text, and perhaps others that are the same as far as terms go.
    static func ids(beginningWith text: String) -> ClosedRange<PlaceTerm> {
        Array(text.utf8).withBytes { text in
            PlaceTerm(id: text)...PlaceTerm(id: text, filler: 0xFF)
        }
    }

    /// All records of a kind.
    init(kind: RecordKind) {
        self.init(high: StableHash(Array(kind.rawValue.utf8)).value | 1 << 63, low: 0)
    }

    /// The records of a kind that have a member of a value.
    init(kind: RecordKind, member: String, value: some Sequence<UInt8>) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(member) ".utf8) + value).value | 1 << 63, low: 1)
    }

    /// The records of a kind that belong to a cell of the map.
    init(kind: RecordKind, cell: Int) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(cell)".utf8)).value | 1 << 63, low: 2)
    }

    /// A Boolean value that indicates whether this is the beginning of an id.
    var isID: Bool { high >> 63 == 0 }

    static func < (left: PlaceTerm, right: PlaceTerm) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// Finds the terms of records, apart from those of their ids, without reading all of a record as JSON.
struct TermFinder {
    private let string = ByteNeedle(#"":""#)
    private let coordinate = ByteNeedle("\"\(MapArea.member)\":{")
    private let unicode = ByteNeedle(#"\u"#)
    private let names = PlaceTerm.members.map { (text: $0, quoted: Array("\"\($0)".utf8)) }

    /// Calls `body` with each term of a record, given as its JSON object in the shortest spelling. There may be more than those of the
    /// record itself, of objects in it.
    func forEachTerm(of kind: RecordKind, _ json: UnsafeRawBufferPointer, _ body: (PlaceTerm) -> Void) {
        body(PlaceTerm(kind: kind))
        // The name of a member here can only be spelled in another way with \u, its value in one that has a backslash.
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
                body(PlaceTerm(kind: kind, member: name.text, value: value))
            }
        }
        position = 0
        while let hit = coordinate.firstIndex(in: json, from: position) {
            position = hit + MapArea.member.utf8.count + 3
            var scanner = JSONScanner(json.slice(position..<json.count))
            guard (try? scanner.skipValue()) != nil else { return }
            let value = try? JSONValue(parsing: json.slice(position..<position + scanner.position))
            if let cell = MapArea.cell(of: value) { body(PlaceTerm(kind: kind, cell: cell)) }
        }
    }

    private func forEachTerm(
        of kind: RecordKind, parsing json: UnsafeRawBufferPointer, _ body: (PlaceTerm) -> Void
    ) {
        guard let object = try? JSONValue(parsing: json) else { return }
        for name in PlaceTerm.members {
            if let value = object[name]?.string { body(PlaceTerm(kind: kind, member: name, value: value.utf8)) }
        }
        if let cell = MapArea.cell(of: object[MapArea.member]) { body(PlaceTerm(kind: kind, cell: cell)) }
    }
}
