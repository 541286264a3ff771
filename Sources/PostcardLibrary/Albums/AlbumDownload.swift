import PostcardCore
import PostcardImaging
import PostcardPhotos
import Synchronization
import SystemPackage

/// A download of an album, from choosing photos to the commit that makes them visible.
final class AlbumDownload: Sendable {
    private let library: Library
    let pin: Pin
    let source: any PhotoSource
    let request: AlbumRequest
    /// Receives the events. The mutex serializes the calls, because photos are downloaded concurrently.
    private let receive: Mutex<@Sendable (AlbumProgress) -> Void>

    init(
        _ library: Library, of pin: Pin, from source: any PhotoSource, _ request: AlbumRequest,
        _ report: @escaping @Sendable (AlbumProgress) -> Void
    ) {
        (self.library, self.pin, self.source, self.request) = (library, pin, source, request)
        receive = Mutex(report)
    }

    private func report(_ event: AlbumProgress) { receive.withLock { $0(event) } }

    /// Downloads photos into the album while holding a lock that excludes other processes. Returns the album, and whether it already
    /// existed.
    ///
    /// - Parameter isReplacing: true to replace the photos of a finished album.
    /// - Throws: `LibraryError` with code `downloading` if another process holds the lock.
    func run(replacing isReplacing: Bool) async throws -> (album: Album, existed: Bool) {
        try library.requireChangeable()
        let path = try library.downloadLockPath(of: pin.id)
        try FileSystem.makeSharedDirectory(path.removingLastComponent())
        let lock: FileLock
        do throws(FileError) {
            // A short wait is enough if only `isDownloading` holds the lock.
            lock = try FileLock(path, until: .now + .milliseconds(100))
        } catch {
            guard error.code == .busy else { throw error }
            throw LibraryError(
                .downloading, "This album is already being downloaded. Wait for that download, or stop it first.")
        }
        defer { withExtendedLifetime(lock) {} }
        let album =
            try library.album(of: pin.id)
            ?? Album(id: pin.id, state: .empty, source: source.name, updated: library.now)
        // Checked again while holding the lock, because another process may have finished the album.
        if album.state == .ready, !isReplacing { return (album, true) }
        do {
            let begun = try await begin(album, isReplacing: isReplacing)
            guard begun.state == .downloading, let collection = begun.pending else { return (begun, false) }
            let photos = try await photos(of: collection, known: try library.photos(of: begun))
            guard !photos.isEmpty else {
                throw SourceError(.gone, "None of the photos found could be downloaded. Try again later.")
            }
            // The new photos replace the old photos in one step.
            let finished = try change(begun) { current, transaction in
                let stored = try library.index.all(
                    .photo, as: Photo.self, where: RecordFilter("album", equals: pin.id.rawValue))
                let own = Set<Photo.ID>(stored.filter(\.isOwn).map(\.id))
                let new = photos.filter { [removed = current.removed] in !removed.contains($0.remote) }.map(\.id)
                let shown = current.photos.filter { own.contains($0) } + new
                for photo in stored where !shown.contains(photo.id) {
                    try transaction.delete(RecordKey(photo.id))
                }
                current.replacePhotos(with: shown)
                current.state = shown.isEmpty ? .empty : .ready
                current.notice = source.notice
                current.pending = nil
            }
            return (finished, false)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // Writing the state can also fail. If so, the state stays `downloading`, and the next call continues the download.
            _ = try? change(album) { current, _ in
                current.state = current.pending == nil && !current.photos.isEmpty ? .ready : .failed
                // A lack of other photos is not treated as a failure.
                current.problem = (error as? LibraryError)?.code == .noOtherPhotos ? nil : "\(error)"
            }
            throw error
        }
    }

    /// Continues the collection of an interrupted download, or chooses a new collection. The returned album has the state `downloading`,
    /// unless the source has no photos of the place.
    private func begin(_ album: Album, isReplacing: Bool) async throws -> Album {
        var pending = album.pending
        if pending?.candidates.first?.source != source.name || isReplacing && pending?.request != request {
            let current = Set<RemoteKey>(try library.photos(of: album).map(\.remote))
            var random = SeededRandom(seed: request.seed ?? library.environment.random())
            let candidates = try await candidates(
                removed: Set<RemoteKey>(album.removed), current: current, random: &random)
            if isReplacing, !current.isEmpty, candidates.allSatisfy({ current.contains(RemoteKey($0)) }) {
                throw LibraryError(
                    .noOtherPhotos,
                    "There are no other photos within \(Int(request.radius)) m of this pin. The album was not changed.")
            }
            guard !candidates.isEmpty else {
                return try change(album) { album, _ in
                    album.state = album.photos.isEmpty ? .noneFound : .ready
                    album.problem = nil
                    album.notice = source.notice
                }
            }
            pending = Album.Collection(
                id: library.makeID("set"), request: request, count: min(request.count, candidates.count),
                candidates: candidates)
        }
        return try change(album) { [pending] album, _ in
            album.state = .downloading
            album.source = source.name
            album.problem = nil
            album.pending = pending
        }
    }

    private func change(
        _ album: Album, _ body: (inout Album, inout IndexTransaction) throws -> Void
    ) throws -> Album {
        try library.update { transaction in
            guard try transaction.record(RecordKey(album.id)) != nil else {
                throw LibraryError(.notFound, "The pin \(album.id) was deleted while its album was being downloaded.")
            }
            var current: Album = try transaction.record(RecordKey(albumOf: album.id))?.decode() ?? album
            try body(&current, &transaction)
            current.updated = transaction.date
            try transaction.put(current, for: RecordKey(albumOf: album.id))
            return current
        }
    }

    /// Returns the photos of a collection in the order of its candidates. Downloads several photos at a time, and reuses the photos of an
    /// interrupted download.
    ///
    /// - Parameter known: the photos of the album that is being replaced.
    private func photos(of collection: Album.Collection, known: [Photo]) async throws -> [Photo] {
        let stored = try library.index.all(
            .photo, as: Photo.self, where: RecordFilter("collection", equals: collection.id))
        var photos = [RemoteKey: Photo](stored.map { ($0.remote, $0) }) { first, _ in first }
        let old = [RemoteKey: Photo](known.map { ($0.remote, $0) }) { first, _ in first }
        report(.chosen(count: collection.count, alreadyStored: stored))
        var waiting = collection.candidates.filter { photos[RemoteKey($0)] == nil }.makeIterator()
        try await withThrowingTaskGroup(of: Photo?.self) { group in
            var underWay = 0
            while true {
                while underWay < source.maximumTransfers, photos.count + underWay < collection.count,
                    let next = waiting.next()
                {
                    underWay += 1
                    let earlier = old[RemoteKey(next)]
                    group.addTask { try await self.photo(next, of: collection, earlier: earlier) }
                }
                guard underWay > 0, let result = try await group.next() else { break }
                underWay -= 1
                if let photo = result {
                    let duplicate = (known + photos.values).first { other in
                        other.fingerprint.isNear(photo.fingerprint) && other.remote != photo.remote
                    }
                    photos[photo.remote] = photo
                    report(.stored(photo, lookingLike: duplicate))
                }
            }
        }
        return collection.candidates.compactMap { photos[RemoteKey($0)] }
    }

    /// Downloads one photo into the library; returns `nil` if another photo must replace it.
    private func photo(
        _ remote: RemotePhoto, of collection: Album.Collection, earlier: Photo?
    ) async throws -> Photo? {
        let maximumBytes = library.limits.bytes
        if let earlier, try library.blobs.isStored(earlier.reference) {
            do {
                let bytes = try library.blobs.read(earlier.blob, limit: maximumBytes)
                return try store(earlier.reference, bytes, of: remote, collection)
            } catch is ImageError {
                // If the stored bytes are damaged, the blob is quarantined and the photo is downloaded again.
                if try BlobStore.hash(ofFile: library.blobs.path(of: earlier.blob)) != earlier.blob {
                    try library.blobs.quarantine(earlier.blob)
                }
            }
        }
        let file = PartFile(in: library.blobs, limit: maximumBytes)
        do {
            var length: Int?
            _ = try await source.download(
                remote, atLeast: collection.request.longEdge, maximumBytes: maximumBytes,
                resuming: { try file.part(of: $0) }
            ) { event in
                try file.receive(event)
                switch event {
                case .began(let start), .resumed(let start): length = start.length
                case .received: report(.received(remote, bytes: file.count, of: length))
                }
            }
            try Task.checkCancellation()
            let (blob, bytes) = try file.finish()
            return try store(blob, bytes, of: remote, collection)
        } catch let error as SourceError where error.concernsOnePhoto {
            try file.discard()
            report(.skipped(remote, reason: error.message))
        } catch let error as ImageError {
            report(.skipped(remote, reason: error.message))
        }
        return nil
    }

    /// Makes the thumbnail and peek, then commits the photo. Making these files proves that the picture can be decoded.
    private func store(
        _ blob: BlobReference, _ bytes: [UInt8], of remote: RemotePhoto, _ collection: Album.Collection
    ) throws -> Photo {
        let picture = try OpenedPicture(bytes)
        let header = picture.header
        let thumbnail = try library.makeAllDerived(of: picture, hash: blob.hash)
        let photo = Photo(
            id: library.makeID(), album: pin.id, collection: collection.id, remote: RemoteKey(remote),
            title: remote.title, owner: remote.ownerName, ownerURL: remote.ownerURL, page: remote.pageURL,
            license: remote.license, dateTaken: remote.dateTaken ?? header.metadata.dateTaken,
            coordinate: remote.coordinate, blob: blob.hash, bytes: blob.size, width: header.size.width,
            height: header.size.height, fingerprint: PictureFingerprint(of: thumbnail),
            color: try thumbnail.meanColor())
        try library.update { transaction in
            try transaction.require(blob, in: library.blobs)
            try transaction.add(photo, for: RecordKey(photo.id))
        }
        return photo
    }
}

extension SourceError {
    /// True if the error affects only one photo, so another photo from the same source can replace it.
    fileprivate var concernsOnePhoto: Bool {
        [.gone, .notAPicture, .tooLarge, .refused, .unreadableFile].contains(code)
    }
}
