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
