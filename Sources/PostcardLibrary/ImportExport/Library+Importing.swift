public import SystemPackage

extension Library {
    /// Returns a job that imports an export. The events of the job are the running totals after each record with files.
    ///
    /// Existing records and templates with the same ids or names are left unchanged, so an interrupted import can be repeated. Missing
    /// files are restored. The export is not trusted: a record that does not match its type is skipped and reported. The job throws
    /// `FileError` with code `notFound`, `damaged` if the document is not an export or a file does not match its hash, or `newerFormat`.
    ///
    /// - Parameter folder: a folder with `library.json`.
    public func importLibrary(from folder: FilePath) -> LibraryJob<ExchangeReport, ExchangeReport> {
        LibraryJob { report in try self.readExport(from: folder, report: report) }
    }

    /// Imports an export. Existing records and templates with the same ids or names are left unchanged, so an interrupted import can be
    /// repeated. Missing files are restored.
    ///
    /// The export is not trusted: a record that does not match its type is skipped and reported.
    ///
    /// - Parameters:
    ///   - folder: a folder with `library.json`.
    ///   - report: receives the running totals after each record with files.
    /// - Returns: the numbers of records added and kept, and messages about skipped records.
    /// - Throws: `FileError` with code `notFound`, `damaged` if the document is not an export or a file does not match its hash, or
    ///   `newerFormat`.
    package func readExport(
        from folder: FilePath, report: (ExchangeReport) -> Void = { _ in }
    ) throws -> ExchangeReport {
        // A lost index is not an error here, because an import can restore it.
        try requireChangeable()
        try index.begin(at: now, blobs)
        let document = try ExportDocument(folder.appending("library.json"))
        var run = ImportRun(into: self, from: BlobStore(directory: folder))
        let elements = try document.elements()
        do {
            for place in elements.earlier { try run.keepEarlierChange(document.change(at: place)) }
            for place in elements.records {
                try Task.checkCancellation()
                let known = run.report.files
                try run.importRecord(document.change(at: place))
                if run.report.files > known { report(run.report) }
            }
            try run.importDeletedRecords()
        } catch let error as FileError where error.code == .notFound {
            let (missing, count) = try missingFiles(of: document, elements, in: run.source)
            guard missing > 0 else { throw error }
            throw FileError(
                .notFound,
                "The export in \(folder) is incomplete: \(missing) of \(count) files \(missing == 1 ? "is" : "are") missing. Copy it again."
            )
        }
        try TemplateStore(directory: folder.appending("templates"))
            .copyStored(to: templates, replacing: false, report: &run.report)
        return run.report
    }

    /// Returns the number of files missing from an export, and the number of files that the export's records refer to.
    private func missingFiles(
        of document: ExportDocument, _ elements: ExportDocument.Elements, in source: BlobStore
    ) throws(FileError) -> (missing: Int, count: Int) {
        var hashes = Set<BlobHash>()
        for place in elements.earlier + elements.records {
            let change = try document.change(at: place).change
            guard let json = change.json else { continue }
            let record = Record(key: change.key, sequence: 0, date: now, json: json)
            hashes.formUnion(((try? Self.references(of: record)) ?? []).map(\.hash))
        }
        let missing = hashes.count { (try? FileSystem.status(of: source.path(of: $0))) == .some(nil) }
        return (missing, hashes.count)
    }
}

/// Imports the elements of an export, and commits them in groups of several hundred.
struct ImportRun {
    private let library: Library
    let source: BlobStore
    /// The changes to commit next. Changes with a date are earlier changes.
    private var waiting: [ExportDocument.Element] = []
    /// The earlier changes to records that are not yet in the library, in order.
    private var earlier: [ExportDocument.Element] = []
    /// The indices in `earlier` of the changes to each record.
    private var places: [RecordKey: [Int]] = [:]
    private var files: Set<BlobHash> = []
    var report = ExchangeReport()

    /// The number of records that are committed together.
    private static let recordsPerChange = 500
    /// The maximum number of messages.
    private static let maximumProblems = 1_000

    init(into library: Library, from source: BlobStore) {
        self.library = library
        self.source = source
    }

    /// Imports a record. An existing record is left unchanged.
    mutating func importRecord(_ element: ExportDocument.Element) throws {
        guard element.change.json != nil, try isUsable(element) else { return }
        // The earlier changes to the record are committed with it.
        for place in places.removeValue(forKey: element.change.key) ?? [] {
            if try isUsable(earlier[place]) { waiting.append(earlier[place]) }
        }
        waiting.append(ExportDocument.Element(change: element.change, date: nil))
        if waiting.count >= Self.recordsPerChange { try commit() }
    }

    /// Keeps an earlier change until its record is imported, if the library does not have that record.
    mutating func keepEarlierChange(_ element: ExportDocument.Element) throws(FileError) {
        let key = element.change.key
        guard element.date != nil else { return }
        if places[key] == nil, try library.index.newestVersion(of: key) != nil { return }
        places[key, default: []].append(earlier.count)
        earlier.append(element)
    }

    /// Imports the deleted records, and commits the rest.
    mutating func importDeletedRecords() throws {
        for element in earlier where places[element.change.key] != nil {
            if try isUsable(element) { waiting.append(element) }
        }
        try commit()
    }

    private mutating func commit() throws {
        let batch = waiting
        waiting = []
        let library = library
        let (added, kept, earlier) = try library.index.update(at: library.now) { transaction in
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
    ) throws(FileError) {
        for blob in try Library.references(of: Record(key: key, sequence: 0, date: transaction.date, json: json)) {
            try transaction.require(blob, in: library.blobs)
        }
    }

    /// Returns true if a record matches its type, and copies its files to the library.
    private mutating func isUsable(_ element: ExportDocument.Element) throws(FileError) -> Bool {
        let key = element.change.key
        let blobs: [BlobReference]
        do throws(FileError) {
            try key.validate()
            guard let json = element.change.json else { return true }
            guard json.count <= LineFormat.preferredLength else {
                throw FileError(.tooLarge, "The \(key) is too large.")
            }
            blobs = try Library.references(of: Record(key: key, sequence: 0, date: library.now, json: json))
        } catch {
            if report.problems.count < Self.maximumProblems { report.problems.append("Skipped: \(error.message)") }
            return false
        }
        for blob in blobs where files.insert(blob.hash).inserted {
            let path = source.path(of: blob.hash)
            guard try library.blobs.put(copyOf: path, as: blob) else {
                throw FileError(.damaged, "The contents of \(path) do not match its name. Export the library again.")
            }
            report.files += 1
        }
        return true
    }
}
