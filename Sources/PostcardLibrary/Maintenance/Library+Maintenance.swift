import PlatformFoundation
import PostcardCore
import PostcardImaging
import SystemPackage

extension Library {
    /// The minimum time to keep a file without a record. A running download stores a picture before its record.
    private static let grace: Duration = .seconds(24 * 3_600)

    /// Checks every line of the index, and the pictures that its records refer to. Nothing is changed.
    ///
    /// - Parameter verifyingContents: true to compare every picture with its SHA-256; otherwise only lengths are checked.
    /// - Throws: `FileError` if the library cannot be read.
    @concurrent public func check(verifyingContents: Bool = false) async throws -> CheckReport {
        try await WorkThreads.disk.run { try self.check(readsBlobs: verifyingContents) }
    }

    /// Repairs the damage that `check` finds, as far as possible. Nothing is deleted: damaged lines and files are quarantined. If the index
    /// is missing, the pictures become entries in a new journal.
    ///
    /// - Throws: `FileError` if the library cannot be written.
    @concurrent public func repair() async throws -> RepairReport {
        try await WorkThreads.disk.run { try self.repairIndex() }
    }

    /// Removes older versions of records, deleted records, and files that have been without a record for a day.
    ///
    /// - Throws: `FileError`, with code `damaged` if the index must be repaired first.
    @concurrent public func compact() async throws -> CompactionReport {
        try await WorkThreads.disk.run { try self.compactIndex() }
    }

    /// Checks the library like `check(verifyingContents:)`, but on the calling thread.
    ///
    /// - Parameter readsBlobs: true to compare every picture with its SHA-256; otherwise only lengths are checked.
    /// - Throws: `FileError` if the library cannot be read.
    package func check(readsBlobs: Bool) throws(FileError) -> CheckReport {
        try index.check(blobs, readsBlobs: readsBlobs, references: Library.references)
    }

    /// Repairs the library like `repair()`, but on the calling thread.
    ///
    /// - Throws: `FileError` if the library cannot be written.
    package func repairIndex() throws -> RepairReport {
        var report = try index.repair(at: now, blobs)
        if try index.isLost(blobs) { try rescueMedia(&report) }
        return report
    }

    /// Compacts the library like `compact()`, but on the calling thread.
    ///
    /// - Throws: `FileError`, with code `damaged` if the index must be repaired first.
    package func compactIndex() throws(FileError) -> CompactionReport {
        try index.compact(at: now, blobs, grace: Library.grace, references: Library.keptBlobs)
    }

    /// Returns the blobs that a record refers to.
    ///
    /// - Throws: `FileError` with code `invalidRecord` if the record does not match its type.
    static func references(of record: Record) throws(FileError) -> [BlobReference] {
        try value(of: record).blobs
    }

    /// Returns the blobs that must be kept for a record. For a record that does not match its type, returns all hashes in its text.
    private static func keptBlobs(of record: Record) throws(FileError) -> [BlobReference] {
        do throws(FileError) { return try references(of: record) } catch {
            guard error.code == .invalidRecord else { throw error }
            return BlobHash.all(in: record.json).map { BlobReference(hash: $0, size: 0) }
        }
    }
}

/// Damage found while reading. The rest of the library was read; `Library.check` reports details.
package enum LibraryDamage: Sendable {
    /// There are pictures, but the index is missing.
    case lostIndex
    /// Lines or records were skipped because they could not be read.
    case unreadableRecords
}

extension Library {
    /// The damage found so far; `nil` if there was none.
    package var foundDamage: LibraryDamage? {
        if index.hasFoundDamage { return .unreadableRecords }
        // A read error is ignored, because this property is only a hint. The call that needs the index will throw the error.
        return (try? index.isLost(blobs)) == true ? .lostIndex : nil
    }
}

extension Library {
    /// The number of entries in a line of the index.
    static let entriesPerChange = 200

    /// Makes a journal from the pictures and videos of a library whose index is lost. The titles, credits and texts in the library's
    /// records are lost too; the metadata in the files is used instead.
    func rescueMedia(_ report: inout RepairReport) throws {
        var entries: [Entry] = []
        let journal = Journal(id: makeID(), name: "Rescued pictures", created: now)
        try blobs.forEachEntry { entry throws(FileError) in
            guard case .blob(let hash, let status) = entry,
                let medium = try storedMedium(BlobReference(hash: hash, size: status.size))
            else { return }
            let modified = Date(timeIntervalSince1970: status.modified)
            let stored = WallTime(modified, secondsFromUTC: environment.secondsFromUTC(modified))
            entries.append(
                Entry(
                    id: makeID(), journal: journal.id, date: try wallTime(medium.dateTaken, stored), text: "",
                    media: [medium]))
        }
        guard !entries.isEmpty else { return }
        let found = entries
        try index.update(at: now) { transaction in
            try transaction.add(journal, for: RecordKey(journal.id))
            for (index, entry) in found.enumerated() {
                if index % Self.entriesPerChange == 0 { transaction.endLine() }
                try transaction.add(entry, for: RecordKey(entry.id))
            }
        }
        report.rescuedMedia = found.count
        report.rescueJournal = journal.id.rawValue
    }

    /// Returns the medium of a stored file; `nil` if it is neither a picture nor a video.
    private func storedMedium(_ blob: BlobReference) throws(FileError) -> Medium? {
        let head = try PictureFile.head(of: blobs.path(of: blob.hash), count: VideoContainer.headLength)
        if ImageFormat(sniffing: head.span.bytes) != nil {
            guard blob.size <= limits.bytes else { return nil }
            let bytes = try blobs.read(blob.hash, limit: limits.bytes)
            return (try? ImageHeader(of: bytes)).map { Medium($0, blob, name: nil) }
        }
        return VideoContainer.fileExtension(sniffing: head).map { format in
            Medium(kind: .video, blob: blob.hash, bytes: blob.size, format: format)
        }
    }
}
