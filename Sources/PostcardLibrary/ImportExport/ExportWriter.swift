import PlatformFoundation
import PostcardCore
import SystemPackage

/// Writes an export: the files first, the document last.
struct ExportWriter {
    private let library: Library
    private let folder: FilePath
    private let store: BlobStore
    private let document: TemporaryFile
    private var end = 0
    /// True if the list already has an element, so a comma is needed.
    private var isFollowing = false
    private var hashes: Set<BlobHash> = []
    private(set) var report = ExchangeReport()

    /// The name of the unfinished document. A file with this name indicates an interrupted export.
    static let unfinishedName = ".library.json.part"
    /// The names that can occur in the folder of an interrupted export.
    static let unfinishedNames: Set<NameKey> = [NameKey(unfinishedName), "blobs", "templates"]

    /// Begins an export, and creates the folder if it is missing. Files from an interrupted export are reused.
    init(_ folder: FilePath, of library: Library) throws(FileError) {
        self.library = library
        self.folder = folder
        store = BlobStore(directory: folder)
        try FileSystem.makeDirectories(folder)
        let unfinished = folder.appending(Self.unfinishedName)
        try FileSystem.remove(unfinished)
        document = try TemporaryFile(creating: unfinished, isKept: true)
        try write("{\"format\":\"postcard-library\",\"version\":1,\"records\":[")
    }

    /// Writes the records with their files. `progress` receives the running totals after each file.
    mutating func writeRecords(_ progress: (ExchangeReport) -> Void) throws {
        for kind in Library.exportedKinds {
            var cursor = try library.index.records(of: kind, order: .oldestFirst)
            while let record = try cursor.next() {
                try Task.checkCancellation()
                do throws(FileError) {
                    for blob in try Library.references(of: record) {
                        guard try copy(blob, progress) else { throw library.blobs.missing(blob.hash) }
                    }
                } catch {
                    guard error.code == .invalidRecord else { throw error }
                    report.problems.append("Skipped: \(error.message)")
                    continue
                }
                try writeElement(record.key, at: nil, record.json)
                report.records += 1
            }
        }
        try write("\n]")
    }

    /// Writes earlier texts of notes, and deleted records with their last versions, in the order of the changes.
    mutating func writeEarlierChanges(_ progress: (ExchangeReport) -> Void) throws {
        try write(",\"earlier\":[")
        isFollowing = false
        var changes: [(key: RecordKey, version: RecordVersion)] = []
        try library.index.forEachOlderChange(of: .note) { key, version in changes.append((key, version)) }
        // Within one deletion, records come before the records that they belong to.
        for kind in Library.exportedKinds.reversed() {
            for item in try library.index.deletedRecords(of: kind) {
                let (key, record) = (item.record.key, item.record)
                if kind != .note {
                    changes.append((key, RecordVersion(sequence: record.sequence, date: record.date, record: record)))
                }
                changes.append((key, RecordVersion(sequence: item.sequence, date: item.date, record: nil)))
            }
        }
        let order = changes.indices.sorted { (changes[$0].version.sequence, $0) < (changes[$1].version.sequence, $1) }
        for (key, version) in order.map({ changes[$0] }) {
            try Task.checkCancellation()
            if let record = version.record {
                // Records with missing files, and records that do not match their types, are skipped. Such records can't be restored in
                // this library either.
                guard let blobs = try? Library.references(of: record) else { continue }
                var isWhole = true
                for blob in blobs where isWhole { isWhole = try copy(blob, progress) }
                guard isWhole else { continue }
            }
            try writeElement(key, at: version.date, version.record?.json)
            report.earlierChanges += 1
        }
        try write("\n]}\n")
    }

    /// Copies the templates, gives the document its final name, and removes obsolete files from an earlier export.
    mutating func finish() throws(FileError) {
        let templates = TemplateStore(directory: folder.appending("templates"))
        try library.templates.copyStored(to: templates, replacing: true, report: &report)
        try document.move(to: folder.appending("library.json"))
        let written = hashes
        try store.forEachEntry { entry throws(FileError) in
            switch entry {
            case .blob(let hash, _) where !written.contains(hash): try store.remove(hash)
            case .leftover(let path, _, _): try FileSystem.remove(path)
            default: break
            }
        }
    }

    /// Copies a file, unless the export already contains it.
    ///
    /// - Returns: `false` if the file is missing from the library.
    private mutating func copy(
        _ blob: BlobReference, _ progress: (ExchangeReport) -> Void
    ) throws(FileError) -> Bool {
        if hashes.contains(blob.hash) { return true }
        guard try library.blobs.size(of: blob.hash) != nil else { return false }
        if try store.size(of: blob.hash) != blob.size {
            try store.put(copyOf: library.blobs.path(of: blob.hash), limit: .max)
        }
        hashes.insert(blob.hash)
        report.files = hashes.count
        progress(report)
        return true
    }

    private mutating func writeElement(_ key: RecordKey, at date: Date?, _ json: [UInt8]?) throws(FileError) {
        var text = "\(isFollowing ? "," : "")\n{\"kind\":\"\(key.kind)\",\"id\":\"\(key.id)\""
        if let date, let moment = Timestamp.text(of: date) { text += ",\"at\":\"\(moment)\"" }
        try write(text)
        if let json {
            try write(",\"record\":")
            try write(json)
        }
        try write("}")
        isFollowing = true
    }

    private mutating func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

    private mutating func write(_ bytes: [UInt8]) throws(FileError) {
        try document.file.write(bytes, at: end)
        end += bytes.count
    }
}
