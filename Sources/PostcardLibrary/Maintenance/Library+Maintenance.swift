import PlatformFoundation
import PostcardImaging
import SystemPackage

extension Library {
    /// Files that no record refers to stay for this long: a running download puts a picture before its record.
    private static let grace: Duration = .seconds(24 * 3_600)

    /// Proves the index line by line, and the pictures that its records refer to. Nothing is changed.
    ///
    /// - Parameter readsBlobs: whether every picture is read and compared with its SHA-256, or only its length is looked at.
    /// - Throws: `LibraryError` when the library cannot be read at all.
    public func check(readsBlobs: Bool) throws(LibraryError) -> CheckReport {
        try index.check(blobs, readsBlobs: readsBlobs, references: Library.references)
    }

    /// Repairs what `check` finds, as far as that is possible. Nothing is dropped: what cannot be repaired is moved aside. The
    /// pictures of a library whose index is lost become entries of a new journal.
    ///
    /// - Throws: `LibraryError` when the library cannot be written.
    public func repair() throws(LibraryError) -> RepairReport {
        var report = try index.repair(at: now, blobs)
        if try index.isLost(blobs) { try rescueMedia(&report) }
        return report
    }

    /// Removes older versions of records, deleted records, and files that no record has referred to for a day.
    ///
    /// - Throws: `LibraryError`, with code `damaged` when the index must be repaired before.
    public func compact() throws(LibraryError) -> CompactionReport {
        try index.compact(at: now, blobs, grace: Library.grace, references: Library.keptBlobs)
    }

    /// The blobs that a record refers to.
    ///
    /// - Throws: `LibraryError` with code `invalidRecord` when the record is none of its kind.
    static func references(of record: Record) throws(LibraryError) -> [BlobReference] {
        try value(of: record).blobs
    }

    /// The blobs that stay because of a record: of one that is none of its kind, all that it names.
    private static func keptBlobs(of record: Record) throws(LibraryError) -> [BlobReference] {
        do throws(LibraryError) { return try references(of: record) } catch {
            guard error.code == .invalidRecord else { throw error }
            return BlobHash.all(in: record.json).map { BlobReference(hash: $0, size: 0) }
        }
    }
}

/// Damage that reading came past. What could be read was read; `Library.check` says more.
public enum LibraryDamage: Sendable {
    /// There are pictures, but no index that says what they are.
    case lostIndex
    /// Lines or records were left out, since they cannot be read.
    case unreadableRecords
}

extension Library {
    /// The damage that reading came past so far; nil if there was none.
    public var damageMet: LibraryDamage? {
        if index.hasMetDamage { return .unreadableRecords }
        // This is a hint: what cannot even be looked at is reported by whatever needs it.
        return (try? index.isLost(blobs)) == true ? .lostIndex : nil
    }
}

extension Library {
    /// The number of entries that are committed together.
    static let entriesPerChange = 200

    /// Makes a journal of the pictures and videos of a library whose index is lost. Titles, credits and words of their records
    /// are lost too; what the files themselves say is read from them.
    func rescueMedia(_ report: inout RepairReport) throws(LibraryError) {
        var entries: [Entry] = []
        let journal = Journal(id: makeID(.journal), name: "Rescued pictures", created: now)
        try blobs.forEachEntry { entry throws(LibraryError) in
            guard case .blob(let hash, let status) = entry,
                let medium = try storedMedium(BlobReference(hash: hash, size: status.size))
            else { return }
            let modified = Date(timeIntervalSince1970: status.modified)
            let stored = WallTime(modified, secondsFromUTC: surroundings.secondsFromUTC(modified))
            entries.append(
                Entry(
                    id: makeID(.entry), journal: journal.id, date: try wallTime(medium.dateTaken, stored), text: "",
                    media: [medium]))
        }
        guard !entries.isEmpty else { return }
        let found = entries
        try index.update(at: now) { (transaction) throws(LibraryError) in
            try transaction.add(journal, for: RecordKey(.journal, journal.id))
            for (index, entry) in found.enumerated() {
                if index % Self.entriesPerChange == 0 { transaction.endLine() }
                try transaction.add(entry, for: RecordKey(.entry, entry.id))
            }
        }
        report.rescuedMedia = found.count
        report.rescueJournal = journal.id
    }

    /// Returns the medium that a stored file contains, as its bytes describe it; `nil` if it is neither a picture nor a
    /// video.
    private func storedMedium(_ blob: BlobReference) throws(LibraryError) -> Medium? {
        let head = try PictureFile.head(of: blobs.path(of: blob.hash), count: VideoContainer.headLength)
        if ImageFormat(sniffing: head.span.bytes) != nil {
            guard blob.size <= limits.bytes else { return nil }
            let bytes = try blobs.read(blob.hash, limit: limits.bytes)
            return (try? ImageHeader(of: bytes.span.bytes)).map { Medium($0, blob, name: nil) }
        }
        return VideoContainer.fileExtension(sniffing: head).map { format in
            Medium(kind: .video, blob: blob.hash, bytes: blob.size, format: format)
        }
    }
}
