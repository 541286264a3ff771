import PlatformFoundation
public import SystemPackage

extension Library {
    /// Writes all of a library: its records, earlier texts of notes and what was deleted since the last `compact` as one JSON
    /// document, `library.json`, and the files and templates beside it. Not in it are smaller pictures, which are made again,
    /// and earlier versions of other records.
    ///
    /// - Parameters:
    ///   - folder: a folder that is empty, or not there yet, or has an export that was interrupted, which then goes on.
    ///   - renewing: whether it may hold an earlier export, which this one then replaces. Files that are in both are not
    ///     written again.
    /// - Returns: how much was written, and what had to be left out.
    /// - Throws: `LibraryError`: `conflict` when there is something else in the folder, `missingBlob` …
    public func export(to folder: FilePath, renewing: Bool = false) throws(LibraryError) -> ExchangeReport {
        let document = folder.appending("library.json")
        let names = Set(try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName) && !names.contains("library.json")
        if !names.isEmpty, !isUnfinished || !names.isSubset(of: ExportWriter.unfinishedNames) {
            guard (try? ExportDocument(document).elements()) != nil else {
                throw LibraryError(
                    .exists, "\(folder) is neither empty nor an export of a Postcard library. Name another folder.")
            }
            guard renewing else {
                throw LibraryError(.exists, "\(folder) has an export already.", .replace(.export))
            }
        }
        var writer = try ExportWriter(folder, of: self)
        try writer.writeRecords()
        try writer.writeEarlierChanges()
        try writer.finish()
        return writer.report
    }
}

/// The result of an export or import.
public struct ExchangeReport: Sendable, Hashable, Codable {
    /// Records that were written.
    public internal(set) var records = 0
    /// Files that belong to them.
    public internal(set) var files = 0
    /// Records that were there already, and were kept as they are.
    public internal(set) var kept = 0
    /// Templates that were copied.
    public internal(set) var templates = 0
    /// Changes of the past: earlier texts of notes, and what was deleted.
    public internal(set) var earlierChanges = 0
    /// Messages about what was left out, with the reasons.
    public internal(set) var problems: [String] = []
}

/// Writes an export of a library: files first, the document that names them last.
struct ExportWriter {
    private let library: Library
    private let folder: FilePath
    private let store: BlobStore
    private let document: TemporaryFile
    private var end = 0
    /// A Boolean value that indicates whether the next element of a list follows another one.
    private var isFollowing = false
    private var hashes: Set<BlobHash> = []
    private(set) var report = ExchangeReport()

    /// The document while it is written: what a folder has of an export that was interrupted.
    static let unfinishedName = ".library.json.part"
    /// All that an export that was interrupted may have in its folder.
    static let unfinishedNames: Set<String> = [unfinishedName, "blobs", "templates"]

    /// `folder` is made if it is not there. The files of an export that was interrupted are not written again.
    init(_ folder: FilePath, of library: Library) throws(LibraryError) {
        self.library = library
        self.folder = folder
        store = BlobStore(directory: folder)
        try FileSystem.makeDirectories(folder)
        let unfinished = folder.appending(Self.unfinishedName)
        try FileSystem.remove(unfinished)
        document = try TemporaryFile(creating: unfinished, isKept: true)
        try write("{\"format\":\"postcard-library\",\"version\":1,\"records\":[")
    }

    /// Writes the records that are there, with their files.
    mutating func writeRecords() throws(LibraryError) {
        for kind in Library.exportedKinds {
            var cursor = try library.index.records(of: kind, order: .oldestFirst)
            while let record = try cursor.next() {
                do throws(LibraryError) {
                    for blob in try Library.references(of: record) {
                        guard try copy(blob) else { throw library.blobs.missing(blob.hash) }
                    }
                } catch {
                    guard error.code == .invalidRecord else { throw error }
                    report.problems.append("Left out: \(error.message)")
                    continue
                }
                try writeElement(record.key, at: nil, record.json)
                report.records += 1
            }
        }
        try write("\n]")
    }

    /// Writes earlier texts of notes, and what was deleted with its last version, in the order of the changes.
    mutating func writeEarlierChanges() throws(LibraryError) {
        try write(",\"earlier\":[")
        isFollowing = false
        var changes: [(key: RecordKey, version: RecordVersion)] = []
        try library.index.forEachOlderChange(of: .note) { key, version in changes.append((key, version)) }
        // Records that belong to another come before it.
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
            if let record = version.record {
                // A file that has gone was not restorable here either; a record that is none never was one.
                guard let blobs = try? Library.references(of: record) else { continue }
                var isWhole = true
                for blob in blobs where isWhole { isWhole = try copy(blob) }
                guard isWhole else { continue }
            }
            try writeElement(key, at: version.date, version.record?.json)
            report.earlierChanges += 1
        }
        try write("\n]}\n")
    }

    /// Writes the templates, puts the document in its place, and removes files of an earlier export that are not in this one.
    mutating func finish() throws(LibraryError) {
        let templates = TemplateStore(directory: folder.appending("templates"))
        try library.templates.copyStored(to: templates, replacing: true, report: &report)
        try document.move(to: folder.appending("library.json"))
        report.files = hashes.count
        let written = hashes
        try store.forEachEntry { entry throws(LibraryError) in
            switch entry {
            case .blob(let hash, _) where !written.contains(hash): try store.remove(hash)
            case .leftover(let path, _, _): try FileSystem.remove(path)
            default: break
            }
        }
    }

    /// Copies a file, unless it is there. False: it is not in the library.
    private mutating func copy(_ blob: BlobReference) throws(LibraryError) -> Bool {
        if hashes.contains(blob.hash) { return true }
        guard try library.blobs.size(of: blob.hash) != nil else { return false }
        if try store.size(of: blob.hash) != blob.size {
            try store.put(copyOf: library.blobs.path(of: blob.hash), limit: .max)
        }
        hashes.insert(blob.hash)
        return true
    }

    private mutating func writeElement(_ key: RecordKey, at date: Date?, _ json: [UInt8]?) throws(LibraryError) {
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

    private mutating func write(_ text: String) throws(LibraryError) { try write(Array(text.utf8)) }

    private mutating func write(_ bytes: [UInt8]) throws(LibraryError) {
        try document.file.write(bytes, at: end)
        end += bytes.count
    }
}
