#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PostcardLibrary
import SystemPackage

/// The record that the helper writes.
struct Item: Codable {
    var text: String
    var blob: BlobHash?
    var size: Int?
}

/// A number that all writers share.
struct Counter: Codable {
    var value: Int
}

extension RecordKind {
    static let item: RecordKind = "item"
    static let left: RecordKind = "left"
    static let right: RecordKind = "right"
}

extension RecordKey {
    static let counter = RecordKey("counter", "all")
}

/// Every change has the same date, because the order must not depend on it.
let present = Date(timeIntervalSince1970: 1_790_000_000)

#if canImport(Glibc)
    let fileSizeLimit = Int32(RLIMIT_FSIZE.rawValue)
#else
    let fileSizeLimit = Int32(RLIMIT_FSIZE)
#endif

/// Prints a line in one piece, immediately.
func say(_ text: String) {
    var line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, &line, line.count)
}

/// A date later than any file's, so unreferenced files are removed immediately.
let farFuture = Date(timeIntervalSince1970: 100_000_000_000)

/// Compacts a number of times. An endless loop would starve other processes, because it retakes the lock immediately.
func compact(_ folder: FilePath, times: Int) throws(FileError) {
    let index = try LibraryIndex(directory: folder)
    let blobs = BlobStore(directory: folder)
    for _ in 0..<times {
        _ = try index.compact(at: farFuture, blobs, grace: .seconds(0)) { record throws(FileError) in
            guard record.key.kind == .item else { return [] }
            let item = try record.decode(Item.self)
            return item.blob.map { [BlobReference(hash: $0, size: item.size ?? 0)] } ?? []
        }
    }
}

/// Makes tables of positions, and compares results with and without them, until it is killed.
func comparePlaces(_ folder: FilePath) throws(FileError) {
    while true {
        let index = try LibraryIndex(directory: folder, minimumTableLog: 1)
        let other = try LibraryIndex(directory: folder, minimumTableLog: .max)
        // Changes that only the later read sees have higher numbers.
        let first = try newest(of: other)
        let middle = try newest(of: index)
        let last = try newest(of: other)
        let isSame = zip(first, zip(middle, last)).allSatisfy { first, rest in (first...max(first, rest.1)) ~= rest.0 }
        say(isSame ? "same" : "\(first) \(middle) \(last)")
        // Looks up a missing record. The lookup searches everything and makes a table.
        _ = try index.record(RecordKey("never", "there"))
    }
}

/// Returns the numbers of the newest versions of several records, and of the first records in lists.
private func newest(of index: LibraryIndex) throws(FileError) -> [Int] {
    var result = [try index.record(.counter)?.sequence ?? 0]
    for kind: RecordKind in [.item, .left, .right] {
        var cursor = try index.records(of: kind)
        result.append(try cursor.next()?.sequence ?? 0)
    }
    return result
}

/// Adds records of 1000 bytes until that fails.
func fill(_ folder: FilePath) throws {
    let index = try LibraryIndex(directory: folder)
    var number = 0
    while true {
        try index.update(at: present) { transaction in
            // Two lines, so that a limit can cut off only the second one.
            for part in ["a", "b"] {
                let value = Item(text: String(repeating: part, count: 1000))
                try transaction.add(value, for: RecordKey(.item, "\(number)-\(part)"))
                transaction.endLine()
            }
        }
        say("item \(number)")
        number += 1
    }
}

func attempt(_ folder: FilePath) {
    do {
        let index = try LibraryIndex(directory: folder)
        say("read \(try index.record(RecordKey(.item, "one")) == nil ? "nothing" : "one")")
        try index.update(at: present) { transaction in
            try transaction.add(Item(text: "two"), for: RecordKey(.item, "two"))
        }
        say("wrote")
    } catch let error as FileError {
        say("\(error.code) \(error.message)")
    } catch {
        say("\(error)")
    }
}

func importPhotos(into folder: FilePath, from photos: FilePath) async {
    do {
        let library = try Library(directory: folder, createIfNeeded: true)
        _ = try await library.addPictures(as: try await library.planImport(of: photos)) { event in
            if case .added(let entry, _) = event { say("added \(entry.id)") }
        }
        say("done")
    } catch {
        say("\(error)")
    }
}
