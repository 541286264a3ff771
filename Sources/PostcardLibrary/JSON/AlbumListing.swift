/// A pin with its album and photos.
package struct AlbumListing: Encodable, Sendable {
    /// The pin.
    package let pin: Pin
    /// The state of its album in a word.
    package let state: String
    /// The notice that the source's terms require.
    package let notice: String?
    /// The message of the error that ended the last download.
    package var problem: String?
    /// The number of photos, where not all of them are listed.
    package let count: Int?
    /// The photos in order.
    package let photos: [PhotoListing]

    /// A summary for people: `1 photo`, `3 photos, downloading`, or the state alone.
    package var summary: String { Self.summary(state, photos: photos.count) }

    /// Lists a pin.
    ///
    /// - Parameters:
    ///   - maximumPhotos: the maximum number of photos that are listed; `nil` for all.
    ///   - files: returns the paths or addresses of the files of a photo.
    /// - Throws: `LibraryError` when the index cannot be read; what `files` throws.
    package init(
        of pin: Pin, in library: Library, maximumPhotos: Int? = nil, files: (Photo) throws -> PhotoListing.Files
    ) throws {
        self.pin = pin
        let album = try library.album(of: pin.id)
        state = try library.state(of: album)
        notice = album?.notice
        problem = album?.problem
        var shown = album
        if let maximumPhotos { shown?.photos = Array(album?.photos.prefix(maximumPhotos) ?? []) }
        count = maximumPhotos.map { _ in album?.photos.count ?? 0 }
        let listed = try shown.map(library.photos(of:)) ?? []
        photos = try listed.enumerated().map { index, photo in
            PhotoListing(photo, number: index + 1, files: try files(photo))
        }
    }

    /// Returns a summary for people of an album with that many photos.
    package static func summary(_ state: String, photos: Int) -> String {
        guard photos > 0 else { return state }
        let count = photos == 1 ? "1 photo" : "\(photos) photos"
        return state == Album.State.ready.rawValue ? count : "\(count), \(state)"
    }
}

extension Library {
    /// The state of an album in a word: empty, downloading, interrupted, ready, none-found or failed.
    package func state(of album: Album?) throws(LibraryError) -> String {
        guard let album else { return Album.State.empty.rawValue }
        if album.state == .downloading, try !isDownloading(album.id) { return "interrupted" }
        return album.state.rawValue
    }
}
