/// A pin with its album and photos.
package struct AlbumListing: Encodable, Sendable {
    /// The pin.
    package let pin: Pin
    /// What its album has to show, in a word.
    package let state: String
    /// What the terms of the source ask to show.
    package let notice: String?
    /// Why the last download failed.
    package var problem: String?
    /// The photos in order.
    package let photos: [PhotoListing]

    /// Lists a pin.
    ///
    /// - Parameter files: where the files of a photo are.
    package init(of pin: Pin, in library: Library, files: (Photo) throws -> PhotoListing.Files) throws {
        self.pin = pin
        let album = try library.album(of: pin.id)
        state = try library.state(of: album, pin: pin)
        notice = album?.notice
        problem = album?.problem
        let shown = try album.map(library.photos(of:)) ?? []
        photos = try shown.enumerated().map { index, photo in
            PhotoListing(photo, number: index + 1, files: try files(photo))
        }
    }
}

extension Library {
    /// The state of an album in a word: empty, downloading, interrupted, ready, none-found or failed.
    package func state(of album: Album?, pin: Pin) throws(LibraryError) -> String {
        guard let album else { return Album.State.empty.rawValue }
        if album.state == .downloading, try !isDownloading(pin.id) { return "interrupted" }
        return album.state.rawValue
    }
}
