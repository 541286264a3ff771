import PlatformFoundation

/// Takes the records of an export into a library, some hundreds in a step.
struct ImportRun {
    private let library: Library
    private let source: BlobStore
    /// Changes to commit together. Those that have a date are of the past of a record.
    private var waiting: [ExportDocument.Element] = []
    /// Earlier changes of records that the library does not have, in the order in which they were made.
    private var earlier: [ExportDocument.Element] = []
    /// Positions in `earlier` of the changes of each record.
    private var places: [RecordKey: [Int]] = [:]
    private var files: Set<BlobHash> = []
    var report = ExchangeReport()

    /// The number of records that are committed together.
    private static let recordsPerChange = 500
    /// More would be of no use to anyone.
    private static let maximumProblems = 1_000

    init(into library: Library, from source: BlobStore) {
        self.library = library
        self.source = source
    }

    /// Takes a record, which stays as it is here if it is here.
    mutating func take(_ element: ExportDocument.Element) throws(LibraryError) {
        guard element.change.json != nil, try isUsable(element) else { return }
        // Its past comes in one step with it.
        for place in places.removeValue(forKey: element.change.key) ?? [] {
            if try isUsable(earlier[place]) { waiting.append(earlier[place]) }
        }
        waiting.append(ExportDocument.Element(change: element.change, date: nil))
        if waiting.count >= Self.recordsPerChange { try commit() }
    }

    /// Remembers a change of the past, if the library knows nothing of its record.
    mutating func remember(_ element: ExportDocument.Element) throws(LibraryError) {
        let key = element.change.key
        guard element.date != nil else { return }
        if places[key] == nil, try library.index.newestVersion(of: key) != nil { return }
        places[key, default: []].append(earlier.count)
        earlier.append(element)
    }

    /// Takes what was deleted, and writes what waits.
    mutating func takeDeleted() throws(LibraryError) {
        for element in earlier where places[element.change.key] != nil {
            if try isUsable(element) { waiting.append(element) }
        }
        try commit()
    }

    private mutating func commit() throws(LibraryError) {
        let batch = waiting
        waiting = []
        let library = library
        let (added, kept, earlier) = try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            var (added, kept, earlier) = (0, 0, 0)
            var pastKeys: Set<RecordKey> = []
            for element in batch {
                let change = element.change
                if let date = element.date {
                    if let json = change.json { try Self.require(json, of: change.key, in: library, transaction) }
                    try transaction.append(change, madeAt: date)
                    pastKeys.insert(change.key)
                    earlier += 1
                } else if let json = change.json,
                    try transaction.record(change.key) == nil || pastKeys.contains(change.key)
                {
                    try Self.require(json, of: change.key, in: library, transaction)
                    try transaction.put(json: json, for: change.key)
                    transaction.endLine()
                    added += 1
                } else {
                    kept += 1
                }
            }
            return (added, kept, earlier)
        }
        report.records += added
        report.kept += kept
        report.earlierChanges += earlier
    }

    private static func require(
        _ json: [UInt8], of key: RecordKey, in library: Library, _ transaction: borrowing IndexTransaction
    ) throws(LibraryError) {
        for blob in try Library.references(of: Record(key: key, sequence: 0, date: transaction.date, json: json)) {
            try transaction.require(blob, in: library.blobs)
        }
    }

    /// Returns a Boolean value that indicates whether a record is one of its kind, whose files are then in the library.
    private mutating func isUsable(_ element: ExportDocument.Element) throws(LibraryError) -> Bool {
        let key = element.change.key
        let blobs: [BlobReference]
        do throws(LibraryError) {
            try key.validate()
            guard let json = element.change.json else { return true }
            guard json.count <= LineFormat.usualLength else {
                throw LibraryError(.tooLarge, "The \(key) is too large.")
            }
            blobs = try Library.references(of: Record(key: key, sequence: 0, date: library.now, json: json))
        } catch {
            if report.problems.count < Self.maximumProblems { report.problems.append("Left out: \(error.message)") }
            return false
        }
        for blob in blobs where files.insert(blob.hash).inserted {
            let path = source.path(of: blob.hash)
            guard try library.blobs.put(copyOf: path, as: blob) else {
                throw LibraryError(.damaged, "\(path) is not what its name says. Export the library again.")
            }
            report.files += 1
        }
        return true
    }
}
