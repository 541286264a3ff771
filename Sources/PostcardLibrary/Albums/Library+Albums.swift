import PostcardCore
public import PostcardPhotos
import SystemPackage

extension Library {
    /// Returns the album of a pin; `nil` if there is none.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func album(of pin: Pin.ID) throws(FileError) -> Album? {
        try index.value(of: RecordKey(albumOf: pin))
    }

    /// Returns the photos of an album, in order.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func photos(of album: Album) throws(FileError) -> [Photo] {
        var photos: [Photo] = []
        for id in album.photos {
            if let photo: Photo = try index.value(of: RecordKey(id)) { photos.append(photo) }
        }
        return photos
    }

    /// Deletes photos from an album, either all of them or none. Later collections exclude the deleted photos.
    ///
    /// - Parameter pin: the id of the album's pin.
    /// - Throws: `LibraryError` with code `notFound` for a photo that is not in the album, or `preconditionFailed`.
    public func deletePhotos(
        _ ids: [Photo.ID], of pin: Pin.ID, if condition: Condition? = nil
    ) throws -> Album {
        try update(if: condition) { transaction in
            guard var album: Album = try transaction.record(RecordKey(albumOf: pin))?.decode() else {
                throw LibraryError(.notFound, "The pin \(pin) has no album.", .downloadAlbum(of: pin.rawValue))
            }
            for id in ids {
                guard album.photos.contains(id),
                    let photo: Photo = try transaction.record(RecordKey(id))?.decode()
                else { throw LibraryError(.notFound, "The album has no photo \(id). Nothing was removed.") }
                album.remove(photo, at: transaction.date)
                try transaction.delete(RecordKey(id))
            }
            try transaction.put(album, for: RecordKey(albumOf: pin))
            return album
        }
    }

    /// Returns true if a process is downloading an album. Otherwise, the download of an album in the state `downloading` was interrupted.
    /// Opening the album continues the download.
    ///
    /// - Throws: `FileError` if the lock cannot be read.
    package func isDownloading(_ pin: Pin.ID) throws -> Bool {
        let path = try downloadLockPath(of: pin)
        guard try FileSystem.status(of: path) != nil else { return false }
        return try OpenFile(path, .reading).lock(.shared, isWaiting: false) == false
    }

    /// Returns the path of the lock that a process holds while it downloads an album.
    func downloadLockPath(of pin: Pin.ID) throws(LibraryError) -> FilePath {
        guard RecordKey.isID(pin.rawValue, of: .pin) else {
            throw LibraryError(.invalidKey, "\"\(pin)\" is not the id of a pin.", .list(kind: "pin"))
        }
        return directory.appending("downloads").appending("\(pin).lock")
    }
}

extension Library {
    /// Returns a job that downloads the album of a pin. The job ends at once if the album is ready, and continues an interrupted download.
    ///
    /// The value of the job is the album. The job throws `SourceError` and `LibraryError`, the latter with code `downloading` while another
    /// process is downloading the album. Stored photos are kept for the next call.
    ///
    /// - Parameter request: the criteria for the photos. The criteria are ignored for an existing album and for an interrupted download.
    public func openAlbum(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest()
    ) -> LibraryJob<AlbumProgress, Album> {
        LibraryJob { report in
            try await self.downloadAlbum(of: pin, from: source, request: request, report: report).album
        }
    }

    /// Returns a job that replaces the photos of an album with other photos of the same place. The old photos are kept until all new photos
    /// are stored.
    ///
    /// The result is the album. The job throws the errors of ``openAlbum(of:from:request:)``, and `LibraryError` with code `noOtherPhotos`.
    public func replacePhotos(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest()
    ) -> LibraryJob<AlbumProgress, Album> {
        LibraryJob { report in
            try await self.downloadOtherPhotos(of: pin, from: source, request: request, report: report)
        }
    }

    /// Returns the album of a pin, and whether it already existed. A missing album is downloaded; an interrupted download is continued.
    ///
    /// - Parameters:
    ///   - source: the source of the photos. The source is not evaluated for an existing album.
    ///   - request: the criteria for the photos. The criteria are ignored for an existing album and for an interrupted download.
    ///   - report: receives each event of the download, one call at a time.
    /// - Throws: `SourceError`; `LibraryError`, with code `downloading` while another process is downloading the album;
    ///   `CancellationError`. Stored photos are kept for the next call.
    package func downloadAlbum(
        of pin: Pin, from source: @autoclosure () throws -> any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> (album: Album, existed: Bool) {
        // A finished album needs no lock, so this method also works in a read-only library.
        if let album = try album(of: pin.id), album.state == .ready { return (album, true) }
        return try await AlbumDownload(self, of: pin, from: source(), request, report).run(replacing: false)
    }

    /// Replaces the album of a pin with other photos of the same place. The old photos are kept until all new photos are stored.
    ///
    /// - Parameter report: receives each event of the download, one call at a time.
    /// - Throws: the errors of `downloadAlbum`; `LibraryError` with code `noOtherPhotos`.
    package func downloadOtherPhotos(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> Album {
        try await AlbumDownload(self, of: pin, from: source, request, report).run(replacing: true).album
    }
}

extension Library {
    /// Returns groups of two or more duplicates, in the order in which their photos were added. A file that is in several albums is stored
    /// once, but its photos are duplicates too.
    ///
    /// - Parameter pin: the pin whose album must have a photo in each group; `nil` for all groups.
    /// - Throws: `FileError` if the index cannot be read.
    public func duplicates(of pin: Pin.ID? = nil) throws(FileError) -> [[Photo]] {
        let photos = try shownPhotos()
        let groups = PictureFingerprint.groups(of: photos.map(\.fingerprint)).map { $0.map { photos[$0] } }
        return groups.filter { group in
            group.count > 1 && (pin == nil || group.contains { $0.album == pin })
        }
    }

    /// Returns the photos of all albums. Photos from unfinished collections are omitted.
    func shownPhotos() throws(FileError) -> [Photo] {
        var shown: Set<Photo.ID> = []
        for album in try index.all(.album, as: Album.self) { for photo in album.photos { shown.insert(photo) } }
        return try index.all(.photo, as: Photo.self).filter { shown.contains($0.id) }
    }
}
