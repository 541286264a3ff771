import PlatformFoundation
package import SystemPackage

extension Library {
    /// Returns the items of a share, in page order.
    ///
    /// - Parameter ids: the ids as for `share`.
    /// - Throws: `LibraryError` with code `notFound` for an unknown id, `blank` for an album without photos.
    package func sharedItems(of ids: [String]) throws -> [SharedItem] { try gallery(of: ids).items }

    /// Makes a smaller version of an item if the version is missing.
    ///
    /// - Returns: the length of the smaller version in bytes.
    /// - Throws: the errors of `share`.
    package func prepareView(_ size: RenditionSize, of item: SharedItem) async throws -> Int {
        let picture = try await view(size, of: item.kind, item.blob).picture
        return try picture.unsavedBytes?.count ?? FileSystem.status(of: picture.path)?.size ?? 0
    }

    /// The temporary folder of this process.
    private static let temporaryFolder = Result { () throws(FileError) in
        try FileSystem.makePrivateTemporaryFolder()
    }

    /// The age in seconds after which share files are removed.
    private static let maximumSecondsOfShare = 86_400.0

    /// Returns an unused path for a share that is sent immediately, in the cache or, if the cache cannot be written, in a temporary folder.
    /// The caller must remove the file. Old files from other processes are removed.
    ///
    /// - Parameter suffix: `html` or `zip`.
    /// - Throws: `FileError` if the folder cannot be written.
    package func makeSharePath(_ suffix: String) throws(FileError) -> FilePath {
        var folder = directory.appending("cache").appending("shares")
        do throws(FileError) { try FileSystem.makeDirectories(folder) } catch {
            guard error.meansUnwritable else { throw error }
            folder = try Self.temporaryFolder.get()
        }
        for name in try FileSystem.names(in: folder) {
            let path = folder.appending(name)
            guard let status = try FileSystem.status(of: path),
                now.timeIntervalSince1970 - status.modified > Self.maximumSecondsOfShare
            else { continue }
            try FileSystem.remove(path)
        }
        return folder.appending("\(makeID(.share)).\(suffix)")
    }
}

extension RecordKind {
    /// A kind for the names of temporary files. This kind is never stored.
    fileprivate static let share: RecordKind = "share"
}
