import Foundation
import PostcardDisk
import PostcardIndex
import PostcardTestSupport
import SystemPackage

extension RecordKind {
    static let stamp: RecordKind = "stamp"
    static let letter: RecordKind = "letter"
}

extension RecordKey {
    static func stamp(_ id: String) -> RecordKey { RecordKey(.stamp, id) }
}

/// A record as the tests write it.
struct Stamp: Codable, Equatable {
    var name: String
    var value: Int?
}

extension LibraryIndex {
    /// Writes one record.
    func put(_ name: String, id: String, kind: RecordKind = .stamp) throws {
        try update(at: noon) { (transaction) throws(LibraryError) in
            try transaction.put(Stamp(name: name), for: RecordKey(kind, id))
        }
    }

    func delete(_ id: String) throws {
        try update(at: noon) { (transaction) throws(LibraryError) in try transaction.delete(.stamp(id)) }
    }

    /// The name in a record.
    func name(_ id: String) throws -> String? {
        try record(.stamp(id))?.decode(Stamp.self).name
    }

    /// Checks the lines, and that there are no blobs for which they would be needed.
    func check() throws(LibraryError) -> CheckReport {
        try check(BlobStore(directory: directory), readsBlobs: false) { _ in [] }
    }

    /// The ids of a kind, in order.
    func ids(
        of kind: RecordKind = .stamp, order: RecordCursor.Order = .newestFirst, where filter: RecordFilter? = nil
    ) throws -> [String] {
        var cursor = try records(of: kind, order: order, where: filter)
        var ids: [String] = []
        while let record = try cursor.next() { ids.append(record.key.id) }
        return ids
    }
}
