import PostcardImaging
import PostcardPhotos

extension Library {
    /// Appends the user's own photos to a pin's album. Later collections keep these photos. Files already in the album are skipped.
    ///
    /// - Parameters:
    ///   - pin: the id of the pin.
    ///   - id: an unused id for the photo, such as `photo-7k3x9w2mq4ta`, allowed only with a single source; `nil` for a random one.
    /// - Returns: the photos in the order of the sources.
    /// - Throws: `LibraryError` with code `unsupported` for a file that is not a picture, `notFound` for a missing pin; `FileError` with
    ///   code `conflict` if the id is already used; `ImageError` for a damaged picture; `CancellationError`.
    @concurrent public func addPhotos(_ sources: [MediumSource], to pin: Pin.ID, id: Photo.ID? = nil) async throws
        -> [Photo]
    {
        try await add(sources, id: id) { _, _ in pin }
    }

    /// Appends the user's own photos to the albums of the nearest pins, at most two kilometers from where the photos were taken. If no pin
    /// is that close, a new pin is added.
    ///
    /// - Parameters:
    ///   - id: an unused id for the photo, allowed only with a single source; `nil` for a random one.
    ///   - naming: returns the names of new pins.
    /// - Throws: the errors of `addPhotos`; `LibraryError` with code `noPosition` for a photo without a position.
    package func sortPhotos(
        _ sources: [MediumSource], id: Photo.ID? = nil, naming: @escaping PlaceNaming
    ) async throws -> [Photo] {
        var dropped: [Pin] = []
        return try await add(sources, id: id) { medium, transaction in
            guard let coordinate = medium.coordinate else {
                throw LibraryError(.noPosition, "\(medium.name ?? "The photo") does not contain a position.")
            }
            let distances = try (pins() + dropped).map { ($0.id, $0.coordinate.distance(to: coordinate)) }
            if let near = distances.min(by: { $0.1 < $1.1 }), near.1 <= AlbumRequest.defaultRadius { return near.0 }
            let pin = Pin(
                id: makeID(), name: naming(coordinate) ?? "", coordinate: coordinate,
                created: transaction.date, isFromPhoto: true)
            try transaction.add(pin, for: RecordKey(pin.id))
            dropped.append(pin)
            return pin.id
        }
    }

    private func add(
        _ sources: [MediumSource], id: Photo.ID?,
        home: (Medium, inout IndexTransaction) throws -> Pin.ID
    ) async throws -> [Photo] {
        try Self.require(sources, isSingle: id != nil)
        var pictures: [(medium: Medium, color: Color, fingerprint: PictureFingerprint)] = []
        for source in sources {
            if case .photo = source {
                throw LibraryError(.invalidValue, "A photo that is already in an album can't be added again.")
            }
            let (medium, thumbnail) = try await store(source)
            guard let thumbnail, let color = medium.color else {
                throw LibraryError(
                    .unsupported, "\(medium.name ?? "The file") is a video. Albums contain only photos.")
            }
            pictures.append((medium, color, PictureFingerprint(of: thumbnail)))
        }
        try Task.checkCancellation()
        let owner = try settings().owner
        var photos: [Photo] = []
        try update { transaction in
            for (medium, color, fingerprint) in pictures {
                try transaction.require(medium.reference, in: blobs)
                let pin = try home(medium, &transaction)
                guard try transaction.record(RecordKey(pin)) != nil else {
                    throw LibraryError(.notFound, "There is no pin \(pin).", .list(kind: "pin"))
                }
                let key = RecordKey(albumOf: pin)
                var album =
                    try transaction.record(key)?.decode()
                    ?? Album(id: pin, state: .ready, source: Photo.ownSource, updated: transaction.date)
                let photo = Photo(
                    own: medium, color: color, fingerprint: fingerprint, id: try makeID(chosen: id), album: pin,
                    owner: owner)
                let others = try self.photos(of: album) + photos.filter { $0.album == pin }
                // If the stored photo has the chosen id, an earlier request added the photo. Adding the photo again throws `conflict`.
                if let there = others.first(where: { $0.blob == photo.blob }), there.id != id {
                    photos.append(there)
                    continue
                }
                album.photos.append(photo.id)
                album.removed.removeAll { $0 == photo.remote }
                if album.state != .downloading { album.state = .ready }
                album.updated = transaction.date
                try transaction.add(photo, for: RecordKey(photo.id), isChosen: id != nil)
                try transaction.put(album, for: key)
                photos.append(photo)
            }
        }
        return photos
    }
}

extension Photo {
    /// The source name of the user's own photos.
    static let ownSource = "own"

    /// True if this is one of the user's own photos. Later collections keep such photos.
    var isOwn: Bool { remote.source == Self.ownSource }

    /// Makes a photo from a stored file. `owner` is the name for the attribution if the file contains none.
    fileprivate init(
        own medium: Medium, color: Color, fingerprint: PictureFingerprint, id: Photo.ID, album: Pin.ID, owner: String
    ) {
        self.init(
            id: id, album: album, collection: Self.ownSource,
            remote: RemoteKey(source: Self.ownSource, id: medium.blob.description),
            title: medium.title ?? medium.name ?? "", owner: medium.credit ?? owner, ownerURL: nil, page: nil,
            license: .localFile(copyright: nil), dateTaken: medium.dateTaken?.description,
            coordinate: medium.coordinate, blob: medium.blob, bytes: medium.bytes, width: medium.width ?? 0,
            height: medium.height ?? 0, fingerprint: fingerprint, color: color)
    }
}
