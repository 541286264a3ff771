import PostcardCore
import PostcardDisk

/// The times at which objects were written. Each time takes 16 bytes, regardless of the length of the URL.
struct ObjectDates: Sendable {
    private typealias Entry = (hash: UInt64, modified: Double)
    /// The entries, in parts of equal length; all parts except the last are sorted. A single list would be copied whenever it grows.
    private var parts: [[Entry]] = []
    private static let partCount = 1 << 16

    /// Lists all objects whose URLs start with `address`.
    init(everythingIn address: String, _ store: any ByteStore) async throws {
        var token: String?
        repeat {
            let page = try await store.list(address, after: token)
            for entry in page.entries { add(entry.name, modified: entry.modified) }
            token = page.next
        } while token != nil
        sortLast()
    }

    private mutating func add(_ address: String, modified: Double) {
        if parts.isEmpty || parts[parts.count - 1].count == Self.partCount {
            sortLast()
            parts.append([])
        }
        parts[parts.count - 1].append((StableHash(Array(address.utf8)).value, modified))
    }

    private mutating func sortLast() {
        guard !parts.isEmpty else { return }
        parts[parts.count - 1].sort { $0.hash < $1.hash }
    }

    /// The time at which an object was written, in seconds since 1970; `nil` if the object is not listed.
    subscript(address: String) -> Double? {
        let hash = StableHash(Array(address.utf8)).value
        for part in parts {
            let index = part.partitioningIndex { $0.hash >= hash }
            if index < part.count, part[index].hash == hash { return part[index].modified }
        }
        return nil
    }
}
