internal import PostcardImaging
internal import PostcardSources

/// One download of an album, from the choice of photos to the commit that shows them.
struct AlbumDownload: Sendable {
    let library: Library
    let pin: Pin
    let source: any PhotoSource
    let request: AlbumRequest
    let report: @Sendable (AlbumProgress) -> Void

    /// Pictures fetched at the same time: enough to hide latency, few enough to be polite.
    private static let transfers = 4
    /// No photo site serves larger ones; a reply that goes on is not a photo.
    private static let maximumBytes = DecodingLimits.default.bytes

    /// - Parameter isReplacing: whether photos are wanted that are not in the album.
    func run(_ album: Album, replacing isReplacing: Bool) async throws -> Album {
        do {
            guard let begun = try await begin(album, isReplacing: isReplacing), let collection = begun.pending else {
                return try change(album) { $0.state = .noneFound }
            }
            let photos = try await fetch(collection)
            guard !photos.isEmpty else {
                throw SourceError(.gone, "None of the photos that were found could be downloaded. Try again later.")
            }
            return try finish(begun, with: photos)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The disk may be what failed; then the state stays `downloading`, which also goes on when opened again.
            _ = try? change(album) { current in
                current.state = current.photos.isEmpty ? .failed : .ready
                current.problem = "\(error)"
            }
            throw error
        }
    }

    /// Goes on with what an earlier download chose, or chooses anew; `nil` when the source has nothing.
    private func begin(_ album: Album, isReplacing: Bool) async throws -> Album? {
        if let pending = album.pending, pending.candidates.first?.source == source.name { return album }
        let current = try library.photos(of: album)
        let choice = CollectionChoice(
            source: source, pin: pin, request: request, removed: Set(album.removed), current: Set(current.map(\.remote))
        )
        var random = SeededRandom(seed: request.seed ?? library.surroundings.random())
        let candidates = try await choice.candidates(random: &random)
        if isReplacing, !current.isEmpty, candidates.allSatisfy({ choice.current.contains(RemoteKey($0)) }) {
            throw LibraryError(
                .conflict,
                "There are no other photos within \(Int(request.radius)) m of this pin. The album stays as it is.")
        }
        guard !candidates.isEmpty else { return nil }
        return try change(album) { album in
            album.state = .downloading
            album.source = source.name
            album.problem = nil
            album.pending = Album.Collection(
                id: library.makeID("set"), count: min(request.count, candidates.count), candidates: candidates)
        }
    }

    private func change(_ album: Album, _ body: (inout Album) -> Void) throws(LibraryError) -> Album {
        try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            guard try transaction.record(RecordKey(.pin, album.id)) != nil else {
                throw LibraryError(.notFound, "The pin \(album.id) was deleted while its album was being downloaded.")
            }
            var current: Album = try transaction.record(RecordKey(.album, album.id))?.decode() ?? album
            body(&current)
            current.updated = transaction.date
            try transaction.put(current, for: RecordKey(.album, album.id))
            return current
        }
    }

    /// Shows the new photos in place of the old ones, in one step.
    private func finish(_ album: Album, with photos: [Photo]) throws(LibraryError) -> Album {
        try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            guard var current: Album = try transaction.record(RecordKey(.album, album.id))?.decode() else {
                throw LibraryError(.notFound, "The pin \(album.id) was deleted while its album was being downloaded.")
            }
            let shown = photos.filter { !current.removed.contains($0.remote) }.map(\.id)
            let stored = try library.index.all(.photo, as: Photo.self, where: RecordFilter("album", equals: pin.id))
            for photo in stored where !shown.contains(photo.id) { try transaction.delete(RecordKey(.photo, photo.id)) }
            current.photos = shown
            current.state = .ready
            current.notice = source.notice
            current.pending = nil
            current.updated = transaction.date
            try transaction.put(current, for: RecordKey(.album, album.id))
            return current
        }
    }

    // MARK: Fetching

    /// The photos of the collection in the order of its candidates.
    private func fetch(_ collection: Album.Collection) async throws -> [Photo] {
        let stored = try library.index.all(
            .photo, as: Photo.self, where: RecordFilter("collection", equals: collection.id))
        var photos = Dictionary(stored.map { ($0.remote, $0) }) { first, _ in first }
        report(.chosen(count: collection.count, alreadyStored: photos.count))
        var waiting = collection.candidates.filter { photos[RemoteKey($0)] == nil }.makeIterator()
        try await withThrowingTaskGroup(of: Photo?.self) { group in
            var underWay = 0
            while true {
                while underWay < Self.transfers, photos.count + underWay < collection.count, let next = waiting.next() {
                    underWay += 1
                    group.addTask { try await photo(next, of: collection) }
                }
                guard underWay > 0, let result = try await group.next() else { break }
                underWay -= 1
                if let photo = result {
                    photos[photo.remote] = photo
                    report(.stored(photo))
                }
            }
        }
        return collection.candidates.compactMap { photos[RemoteKey($0)] }
    }

    /// Fetches one photo into the library; `nil` when another one must take its place.
    private func photo(_ remote: RemotePhoto, of collection: Album.Collection) async throws -> Photo? {
        do {
            let (_, bytes) = try await source.download(
                remote, atLeast: request.longEdge, maximumBytes: Self.maximumBytes)
            try Task.checkCancellation()
            return try store(bytes, of: remote, collection: collection)
        } catch let error as SourceError where error.concernsOnePhoto {
            report(.skipped(remote, reason: error.message))
        } catch let error as ImageError {
            report(.skipped(remote, reason: error.message))
        }
        return nil
    }

    /// Proves by its thumbnail and peek that the picture is whole, then commits it.
    private func store(_ bytes: [UInt8], of remote: RemotePhoto, collection: Album.Collection) throws -> Photo {
        let header = try ImageHeader(of: bytes.span.bytes)
        let hash = BlobHash(of: bytes)
        for size in DerivedSize.allCases { try library.makeDerived(size, of: bytes, hash: hash) }
        let blob = try library.blobs.put(bytes)
        let photo = Photo(
            id: library.makeID(.photo), album: pin.id, collection: collection.id, remote: RemoteKey(remote),
            title: remote.title, owner: remote.ownerName, ownerURL: remote.ownerURL, page: remote.pageURL,
            license: remote.license, dateTaken: remote.dateTaken ?? header.metadata.dateTaken,
            coordinate: remote.coordinate, blob: hash, bytes: bytes.count, width: header.size.width,
            height: header.size.height)
        try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            try transaction.require(blob, in: library.blobs)
            try transaction.add(photo, for: RecordKey(.photo, photo.id))
        }
        return photo
    }
}

extension SourceError {
    /// Whether another photo may well be had from the same source.
    fileprivate var concernsOnePhoto: Bool {
        [.gone, .notAPicture, .tooLarge, .refused, .unreadableFile].contains(code)
    }
}
