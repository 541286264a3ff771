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
