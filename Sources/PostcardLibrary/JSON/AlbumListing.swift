/// The JSON of a pin with its album and photos.
package struct AlbumListing: Encodable, Sendable {
    /// The pin that the album belongs to.
    package let pin: Pin
    /// The state of the album as one word; see `Library.state(of:)`.
    package let state: String
    /// The notice that the source's terms require; `nil` if there is none.
    package let notice: String?
    /// The error message of the last download; `nil` if there was none.
    package var problem: String?
    /// The number of photos; `nil` if all of them are listed.
    package let count: Int?
    /// The photos, in order.
    package let photos: [PhotoListing]

    /// A human-readable summary: `1 photo`, `3 photos, downloading`, or only the state.
    package var summary: String { Self.summary(state, photos: photos.count) }

    /// Lists a pin.
    ///
    /// - Parameters:
    ///   - maximumPhotos: the maximum number of listed photos; `nil` for all.
    ///   - files: returns the paths or URLs of the files of a photo.
    /// - Throws: `FileError` if the index cannot be read; the error of `files`.
    package init(
        of pin: Pin, _ album: Album?, in library: Library, maximumPhotos: Int? = nil,
        files: (Photo) throws -> PhotoListing.Files
    ) throws {
        self.pin = pin
        state = try library.state(of: album)
        notice = album?.notice
        problem = album?.problem
        let ids = album?.photos ?? []
        count = maximumPhotos.map { _ in ids.count }
        let listed: [Photo] = try ids.prefix(maximumPhotos ?? ids.count).compactMap { id in
            try library.index.value(of: RecordKey(id))
        }
        photos = try listed.enumerated().map { index, photo in
            PhotoListing(photo, number: index + 1, files: try files(photo))
        }
    }

    /// Returns a human-readable summary of an album with `photos` photos.
    package static func summary(_ state: String, photos: Int) -> String {
        guard photos > 0 else { return state }
        let count = photos == 1 ? "1 photo" : "\(photos) photos"
        return state == Album.State.ready.rawValue ? count : "\(count), \(state)"
    }
}

extension Library {
    /// Returns the state of an album as one word: empty, downloading, interrupted, ready, none-found or failed.
    package func state(of album: Album?) throws -> String {
        guard let album else { return Album.State.empty.rawValue }
        if album.state == .downloading, try !isDownloading(album.id) { return "interrupted" }
        return album.state.rawValue
    }
}
