public import PostcardSources

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
        let lock = try downloadLock(of: pin.id)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have finished between the look and the lock.
        let album = try album(of: pin.id) ?? Album(id: pin.id, state: .empty, source: source.name, updated: now)
        guard album.state != .ready else { return album }
        let download = AlbumDownload(
            library: self, pin: pin, source: source, request: request, report: AlbumReport(report))
        return try await download.run(album, replacing: false)
    }

    /// Replaces the album of a pin by other photos of the same place. The old photos stay until all new ones are there.
    ///
    /// - Parameters:
    ///   - source: the source of the photos.
    ///   - request: the criteria for the photos.
    ///   - report: gets each event of the download, one call at a time.
    /// - Throws: as `openAlbum`; `LibraryError` with code `conflict` when there are no other photos of this place.
    public func newCollection(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> Album {
        let lock = try downloadLock(of: pin.id)
        defer { withExtendedLifetime(lock) {} }
        let album = try album(of: pin.id) ?? Album(id: pin.id, state: .empty, source: source.name, updated: now)
        let download = AlbumDownload(
            library: self, pin: pin, source: source, request: request, report: AlbumReport(report))
        return try await download.run(album, replacing: true)
    }
}
