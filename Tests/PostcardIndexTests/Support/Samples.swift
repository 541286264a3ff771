import Foundation
import PostcardDisk
@testable import PostcardIndex
import PostcardTestSupport
import SystemPackage

extension RecordKind {
    static let stamp: RecordKind = "stamp"
    static let letter: RecordKind = "letter"
}

extension RecordKey {
    static func stamp(_ id: String) -> RecordKey { RecordKey(.stamp, id) }
}

/// The record type that the tests write.
struct Stamp: Codable, Equatable {
    var name: String
    var value: Int?
}

extension LibraryIndex {
    /// Writes one record.
    func put(_ name: String, id: String, kind: RecordKind = .stamp) throws {
        try update(at: noon) { transaction in
            try transaction.put(Stamp(name: name), for: RecordKey(kind, id))
        }
    }

    func delete(_ id: String) throws {
        try update(at: noon) { transaction in try transaction.delete(.stamp(id)) }
    }

    /// Returns the name in a record.
    func name(_ id: String) throws -> String? {
        try record(.stamp(id))?.decode(Stamp.self).name
    }

    /// Checks the lines but not the files next to them, such as leftovers of killed writers.
    func check() throws(FileError) -> CheckReport {
        var report = CheckReport()
        _ = try checkLines(&report)
        return report
    }

    /// Returns the ids of a kind, in order.
    func ids(
        of kind: RecordKind = .stamp, order: RecordCursor.Order = .newestFirst, where filter: RecordFilter? = nil
    ) throws -> [String] {
        var cursor = try records(of: kind, order: order, where: filter)
        var ids: [String] = []
        while let record = try cursor.next() { ids.append(record.key.id) }
        return ids
    }
}
