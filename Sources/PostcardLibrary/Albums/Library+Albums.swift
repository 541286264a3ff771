public import PostcardSources
import SystemPackage

extension Library {
    /// The album of a pin; `nil` when none was ever asked for.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func album(of pin: String) throws(LibraryError) -> Album? {
        try index.record(RecordKey(.album, pin)).flatMap { index.value(of: $0) }
    }

    /// The photos of an album in order.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func photos(of album: Album) throws(LibraryError) -> [Photo] {
        var photos: [Photo] = []
        for id in album.photos {
            if let photo: Photo = try index.record(RecordKey(.photo, id)).flatMap({ index.value(of: $0) }) {
                photos.append(photo)
            }
        }
        return photos
    }

    /// The photo that `text` means: its id or the beginning of its id.
    ///
    /// - Parameters:
    ///   - text: the text that was typed.
    ///   - isExact: whether the beginning of an id is not enough, as for what is to be deleted.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func photo(named text: String, isExact: Bool = false) throws(LibraryError) -> Photo {
        try find(.photo, text, isExact: isExact)
    }

    /// Removes photos from an album for good: no later collection brings them back. All of them or none.
    ///
    /// - Parameters:
    ///   - ids: the photos' ids.
    ///   - pin: the id of the album's pin.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed album.
    /// - Throws: `LibraryError` with code `notFound` when one is not in this album, `preconditionFailed`.
    public func removePhotos(
        _ ids: [String], of pin: String, if condition: Condition? = nil
    ) throws(LibraryError) -> Album {
        try update(if: condition) { (transaction) throws(LibraryError) in
            guard var album: Album = try transaction.record(RecordKey(.album, pin))?.decode() else {
                throw LibraryError(.notFound, "The pin \(pin) has no album.", .downloadAlbum(of: pin))
            }
            for id in ids {
                guard album.photos.contains(id),
                    let photo: Photo = try transaction.record(RecordKey(.photo, id))?.decode()
                else { throw LibraryError(.notFound, "The album has no photo \(id). Nothing was removed.") }
                album.remove(photo, at: transaction.date)
                try transaction.delete(RecordKey(.photo, id))
            }
            try transaction.put(album, for: RecordKey(.album, pin))
            return album
        }
    }

    /// Returns a Boolean value that indicates whether a process is downloading an album now. An album whose state is
    /// `downloading` while no process does was interrupted; the download continues when the album is opened.
    ///
    /// - Throws: `LibraryError` when that cannot be told.
    public func isDownloading(_ pin: String) throws(LibraryError) -> Bool {
        let path = try lockPath(of: pin)
        guard try FileSystem.status(of: path) != nil else { return false }
        return try OpenFile(path, .reading).lock(isWaiting: false) == false
    }

    /// Takes the right to download an album; it ends with the value, or the process.
    func downloadLock(of pin: String) throws(LibraryError) -> FileLock {
        try requireChangeable()
        let path = try lockPath(of: pin)
        try FileSystem.makeSharedDirectory(path.removingLastComponent())
        // A process that looks for a download holds the lock for an instant.
        return try FileLock(
            path, timeout: .milliseconds(100),
            busy: "This album is being downloaded already. Wait for it, or stop that download first.")
    }

    private func lockPath(of pin: String) throws(LibraryError) -> FilePath {
        guard RecordKey.isID(pin, of: .pin) else {
            throw LibraryError(.invalidKey, "\"\(pin)\" is no id of a pin.", .list(kind: "pin"))
        }
        return directory.appending("downloads").appending("\(pin).lock")
    }
}

extension Library {
    /// The album of a pin, downloaded first when there is none. An interrupted download goes on where it stopped.
    ///
    /// - Parameters:
    ///   - source: the source of the photos.
    ///   - request: the criteria for the photos; not used when the album is there or was begun.
    ///   - report: gets each event of the download, one call at a time.
    /// - Throws: `SourceError`, `LibraryError` (`busy` while another process downloads it), `CancellationError`. Whatever
    ///   was stored before stays, and the next call goes on.
    public func openAlbum(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> Album {
        if let album = try album(of: pin.id), album.state == .ready { return album }
        return try await AlbumDownload(self, of: pin, from: source, request, report).run(replacing: false)
    }

    /// Replaces the album of a pin by other photos of the same place. The old photos stay until all new ones are there.
    ///
    /// - Parameters:
    ///   - source: the source of the photos.
    ///   - request: the criteria for the photos.
    ///   - report: gets each event of the download, one call at a time.
    /// - Throws: as `openAlbum`; `LibraryError` with code `noOtherPhotos`.
    public func newCollection(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> Album {
        try await AlbumDownload(self, of: pin, from: source, request, report).run(replacing: true)
    }
}

extension Library {
    /// Photos that look the same, in groups of two and more, those that came first at the front of each.
    ///
    /// The same file in several albums is stored once and counts too.
    ///
    /// - Parameter pin: only groups with a photo of this pin's album; `nil` for all.
    /// - Throws: `LibraryError` when the index cannot be read.
    public func duplicates(of pin: String? = nil) throws(LibraryError) -> [[Photo]] {
        let photos = try shownPhotos()
        var groups: [[Photo]] = []
        for photo in photos {
            // Like the first of a group, not like any: chains would end far from where they began.
            let group = groups.firstIndex { $0[0].fingerprint.isNear(photo.fingerprint) }
            if let group { groups[group].append(photo) } else { groups.append([photo]) }
        }
        return groups.filter { group in
            group.count > 1 && (pin == nil || group.contains { $0.album == pin })
        }
    }

    /// The photos of all albums, without those that wait for the rest of a collection.
    func shownPhotos() throws(LibraryError) -> [Photo] {
        var shown: Set<String> = []
        for album in try index.all(.album, as: Album.self) { shown.formUnion(album.photos) }
        return try index.all(.photo, as: Photo.self).filter { shown.contains($0.id) }
    }
}
