internal import PlatformFoundation
internal import PlatformLibc
internal import SystemPackage

extension LibraryCopier {
    /// The time for which a file stays after it was written or read: whoever reads it may be about to open it.
    private static let grace: Double = 3_600

    /// Removes files from this disk that the copy has, those first that were used longest ago, when all take more than a limit, until
    /// they take a tenth less than that.
    ///
    /// What the copy has is asked anew: somebody may have removed something there.
    ///
    /// - Parameter limit: The most bytes that the library's files may take here.
    /// - Returns: The number of files that were removed, and their bytes.
    /// - Throws: `SourceError` when the store cannot be used; `LibraryError` when the folder cannot.
    package func trim(to limit: Int) async throws -> (files: Int, bytes: Int) {
        var local: [(hash: BlobHash, size: Int, used: Double)] = []
        try library.blobs.forEachEntry { entry throws(LibraryError) in
            guard case .blob(let hash, let status) = entry,
                let used = Self.lastUse(of: library.blobs.path(of: hash))
            else { return }
            local.append((hash, status.size, used))
        }
        var total = local.reduce(0) { $0 + $1.size }
        guard total > limit else { return (0, 0) }
        var stored: [BlobHash: Int] = [:]
        try await Self.forEach(CopyFormat.blobStart, in: folder) { key, size in
            if let hash = CopyFormat.blob(of: key) { stored[hash] = size }
        }
        let newest = library.now.timeIntervalSince1970 - Self.grace
        var removed = (files: 0, bytes: 0)
        for blob in local.sorted(by: { $0.used < $1.used }) {
            guard total > limit - limit / 10, blob.used < newest else { break }
            guard stored[blob.hash] == blob.size,
                Self.lastUse(of: library.blobs.path(of: blob.hash)) == blob.used,
                try library.blobs.remove(blob.hash)
            else { continue }
            total -= blob.size
            removed = (removed.files + 1, removed.bytes + blob.size)
        }
        return removed
    }

    /// The time at which a file was written or, as far as the disk keeps that, read last, in seconds since 1970; `nil` if there is none.
    private static func lastUse(of path: FilePath) -> Double? {
        var buffer = stat()
        guard path.withPlatformString({ stat($0, &buffer) }) == 0 else { return nil }
        #if canImport(Darwin)
            let times = [buffer.st_mtimespec, buffer.st_atimespec]
        #else
            let times = [buffer.st_mtim, buffer.st_atim]
        #endif
        return times.map { Double($0.tv_sec) + Double($0.tv_nsec) / 1e9 }.max()
    }
}
