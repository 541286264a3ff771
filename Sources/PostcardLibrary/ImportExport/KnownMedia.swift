import PostcardIndex
import SystemPackage

/// The pictures and videos in all entries.
struct KnownMedia {
    /// The journal ids by file hash.
    private(set) var journals: [BlobHash: Journal.ID] = [:]
    /// The dates of the user's own photos, some with an offset from UTC.
    private(set) var localDates: [WallTime] = []
    private var hashes: Set<BlobHash> = []
    private var sizes: Set<Int> = []

    init(_ entries: [Entry]) {
        for entry in entries {
            for medium in entry.media {
                insert(medium)
                if !medium.isFromOthers, !medium.hasDateInUTC, let date = medium.dateTaken { localDates.append(date) }
                if let journal = entry.journal { journals[medium.blob] = journal }
            }
        }
    }

    /// Adds a medium.
    ///
    /// - Returns: `true` if the medium was new.
    @discardableResult
    mutating func insert(_ medium: Medium) -> Bool {
        sizes.insert(medium.bytes)
        return hashes.insert(medium.blob).inserted
    }

    /// Returns the hash of a known file; `nil` for other files. Only files that have the same length as a known file are read.
    func hash(ofFile path: FilePath) throws(FileError) -> BlobHash? {
        guard let size = try FileSystem.status(of: path)?.size, sizes.contains(size) else { return nil }
        return try BlobStore.hash(ofFile: path).flatMap { hashes.contains($0) ? $0 : nil }
    }
}
