import PostcardDisk

/// A key of a table of change positions: an id prefix, a kind, or a kind with a member value or a map cell.
///
/// The 16 bytes of a term are compared as numbers. Id terms preserve the order of the ids. The other terms are hashes with the top bit set,
/// which is never set in an ASCII id.
struct IndexTerm: Sendable, Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    /// The members that have terms. Queries by other members search all records of the kind. Changing this list requires a
    /// new version of `TermTable.Header`.
    static let members = ["album", "collection", "journal", "pin", "place"]

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes the term for an id, given as bytes. A shorter id is padded with `filler`.
    init(id: UnsafeRawBufferPointer, filler: UInt8 = 0) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            words.0 = words.0 << 8 | UInt64(index < id.count ? id[index] : filler)
            words.1 = words.1 << 8 | UInt64(index + 8 < id.count ? id[index + 8] : filler)
        }
        self.init(high: words.0, low: words.1)
    }

    /// Returns the terms of ids that start with a string. Longer strings are truncated to the length of a term.
    static func ids(beginningWith text: String) -> ClosedRange<IndexTerm> {
        Array(text.utf8).withBytes { text in
            IndexTerm(id: text)...IndexTerm(id: text, filler: 0xFF)
        }
    }

    /// Makes the term for all records of a kind.
    init(kind: RecordKind) {
        self.init(high: StableHash(Array(kind.rawValue.utf8)).value | 1 << 63, low: 0)
    }

    /// Makes the term for the records of a kind whose `member` equals this value.
    init(kind: RecordKind, member: String, value: some Sequence<UInt8>) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(member) ".utf8) + value).value | 1 << 63, low: 1)
    }

    /// Makes the term for the records of a kind in a map cell.
    init(kind: RecordKind, cell: Int) {
        self.init(high: StableHash(Array("\(kind.rawValue) \(cell)".utf8)).value | 1 << 63, low: 2)
    }

    /// True if the term is an id prefix.
    var isID: Bool { high >> 63 == 0 }

    static func < (left: IndexTerm, right: IndexTerm) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
