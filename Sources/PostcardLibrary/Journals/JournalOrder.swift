import PlatformFoundation
import PostcardCore

/// The sort key of a note or an entry: its date, then the fraction of a second, the file name, and the time at which the item was added.
struct JournalOrder: Comparable {
    /// True if the item sorts after all others.
    var isLast = false
    let date: WallTime
    /// The fractional digits of the seconds.
    var subseconds = ""
    var name = NaturalKey([])
    /// The time at which the item was added; `nil` for records written by earlier versions.
    let created: Date?

    static func < (first: JournalOrder, second: JournalOrder) -> Bool {
        if first.isLast != second.isLast { return second.isLast }
        return (first.date, first.subseconds, first.name, first.created ?? .distantPast)
            < (second.date, second.subseconds, second.name, second.created ?? .distantPast)
    }
}

extension Entry {
    var order: JournalOrder {
        let dated = media.first { !$0.isFromOthers && $0.dateTaken == date }
        return JournalOrder(
            date: date, subseconds: dated?.subseconds ?? "", name: NaturalKey((media.first?.name ?? "").utf8),
            created: created)
    }
}

extension Note {
    var order: JournalOrder { JournalOrder(date: date, created: created) }
}

extension Array {
    /// Returns the elements ordered by a key. Elements with equal keys keep their order.
    func ordered(by key: (Element) -> some Comparable) -> [Element] {
        let keys = map(key)
        return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
    }
}
