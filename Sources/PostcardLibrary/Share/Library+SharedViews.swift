import PlatformFoundation
package import SystemPackage

extension Library {
    /// Returns the items on the page of a share, in order.
    ///
    /// - Parameter ids: as for `share`.
    /// - Throws: `LibraryError` with code `notFound` when one of them is not there, `blank` for an album without photos.
    package func sharedItems(of ids: [String]) throws(LibraryError) -> [SharedItem] { try gallery(of: ids).items }

    /// Makes a smaller version of something on a page, unless it is there.
    ///
    /// - Returns: how many bytes it has.
    /// - Throws: as `share`.
    package func prepareView(_ size: DerivedSize, of item: SharedItem) async throws -> Int {
        let picture = try await view(size, of: item.kind, item.blob).picture
        return try picture.unsavedBytes?.count ?? FileSystem.status(of: picture.path)?.size ?? 0
    }

    /// Of this process, for as long as it lives.
    private static let temporaryFolder = Result { () throws(LibraryError) in
        try FileSystem.makePrivateTemporaryFolder()
    }

    /// Files of shares that were forgotten go after so many seconds.
    private static let maximumSecondsOfShare = 86_400.0

    /// A free name in the cache, or among temporary files if that cannot be written, for a share that is sent away at
    /// once. The caller removes the file; those that processes left behind when they died go with a later call.
    ///
    /// - Parameter suffix: `html` or `zip`.
    ///
    /// - Throws: `LibraryError` when the folder cannot be written.
    package func makeSharePath(_ suffix: String) throws(LibraryError) -> FilePath {
        var folder = directory.appending("cache").appending("shares")
        do throws(LibraryError) { try FileSystem.makeDirectories(folder) } catch {
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
    /// Never recorded: names files that are on their way.
    fileprivate static let share: RecordKind = "share"
}
