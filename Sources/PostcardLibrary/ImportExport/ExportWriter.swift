import PlatformFoundation
import SystemPackage

/// Writes an export of a library: files first, the document that names them last.
struct ExportWriter {
    private let library: Library
    private let folder: FilePath
    private let store: BlobStore
    private let file: OpenFile
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
        let temporary = folder.appending(Self.unfinishedName)
        try FileSystem.remove(temporary)
        file = try OpenFile(temporary, .creating)
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
        // What belongs to something comes before it.
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
        (report.templates, report.problems) = try library.templates.copyStored(
            to: templates, replacing: true, problems: report.problems)
        try file.synchronize()
        try FileSystem.rename(file.path, to: folder.appending("library.json"))
        try FileSystem.synchronizeDirectory(folder)
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
        try bytes.withBytes { bytes throws(LibraryError) in try file.write(bytes, at: end) }
        end += bytes.count
    }
}
