import PlatformFoundation
import PostcardImaging
import SystemPackage

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
            Medium(
                kind: .video, blob: blob.hash, bytes: blob.size, format: format, width: nil, height: nil, duration: nil,
                name: nil, title: nil, dateTaken: nil, coordinate: nil, photo: nil, credit: nil, license: nil)
        }
    }
}
