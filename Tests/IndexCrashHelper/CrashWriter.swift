import PostcardLibrary
import SystemPackage

/// Changes an index until it is killed.
struct CrashWriter {
    let name: String
    let index: LibraryIndex
    let blobs: BlobStore

    init(_ folder: FilePath, name: String) throws(FileError) {
        self.name = name
        index = try LibraryIndex(directory: folder)
        blobs = BlobStore(directory: folder)
    }

    func run() throws {
        var number = 0
        while true {
            let id = "\(name)-\(number)"
            switch number % 4 {
            case 0: try addOne(id)
            case 1: try addPair(id)
            case 2: try count()
            default: try addWithBlob(id)
            }
            number += 1
        }
    }

    private func addOne(_ id: String) throws {
        try index.update(at: present) { transaction in
            try transaction.add(Item(text: id), for: RecordKey(.item, id))
        }
        say("item \(id)")
    }

    /// Adds two records that must never be visible without each other.
    private func addPair(_ id: String) throws {
        try index.update(at: present) { transaction in
            try transaction.add(Item(text: id), for: RecordKey(.left, id))
            try transaction.add(Item(text: id), for: RecordKey(.right, id))
        }
        say("pair \(id)")
    }

    /// Reads a number that all writers share, and writes the next one.
    private func count() throws {
        try index.update(at: present) { transaction in
            let isThere = try transaction.modify(Counter.self, .counter) { $0.value += 1 }
            if !isThere { try transaction.add(Counter(value: 1), for: .counter) }
        }
        say("count")
    }

    private func addWithBlob(_ id: String) throws {
        while true {
            let blob = try blobs.put(Array(repeating: UInt8(ascii: "x"), count: 3000) + Array(id.utf8))
            do {
                try index.update(at: present) { transaction in
                    try transaction.require(blob, in: blobs)
                    let value = Item(text: id, blob: blob.hash, size: blob.size)
                    try transaction.add(value, for: RecordKey(.item, id))
                }
                return say("item \(id)")
            } catch let error as FileError where error.code == .missingBlob {
                // Another process compacts without a grace period.
            }
        }
    }
}
