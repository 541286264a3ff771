import PostcardImaging
import PostcardSources

/// Fetches the photos of a collection into the library, several side by side.
struct PhotoTransfer: Sendable {
    let library: Library
    let pin: Pin
    let source: any PhotoSource
    let collection: Album.Collection
    let report: AlbumReport

    /// The largest file of a photo.
    private var maximumBytes: Int { library.limits.bytes }

    /// The photos of the collection in the order of its candidates; those of an earlier attempt are not fetched again.
    /// `known` are the photos of the album that is to be replaced.
    func photos(known: [Photo]) async throws -> [Photo] {
        let stored = try library.index.all(
            .photo, as: Photo.self, where: RecordFilter("collection", equals: collection.id))
        var photos = Dictionary(stored.map { ($0.remote, $0) }) { first, _ in first }
        let old = Dictionary(known.map { ($0.remote, $0) }) { first, _ in first }
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
                    group.addTask { try await photo(next, earlier: earlier) }
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

    /// Fetches one photo into the library; `nil` when another one must take its place.
    private func photo(_ remote: RemotePhoto, earlier: Photo?) async throws -> Photo? {
        if let earlier, try library.blobs.isStored(earlier.reference) {
            do {
                let bytes = try library.blobs.read(earlier.blob, limit: maximumBytes)
                return try store(earlier.reference, bytes, of: remote)
            } catch is ImageError {
                // Its bytes are not what they were: it is fetched again, into its place.
                if try library.blobs.currentHash(of: earlier.blob) != earlier.blob {
                    try library.blobs.setAside(earlier.blob)
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
            return try store(blob, bytes, of: remote)
        } catch let error as SourceError where error.concernsOnePhoto {
            try file.discard()
            report(.skipped(remote, reason: error.message))
        } catch let error as ImageError {
            report(.skipped(remote, reason: error.message))
        }
        return nil
    }

    /// Proves by its thumbnail and peek that the picture is whole, then commits it.
    private func store(_ blob: BlobReference, _ bytes: [UInt8], of remote: RemotePhoto) throws -> Photo {
        let header = try ImageHeader(of: bytes.span.bytes)
        let thumbnail = try library.makeAllDerived(of: bytes, hash: blob.hash)
        let photo = Photo(
            id: library.makeID(.photo), album: pin.id, collection: collection.id, remote: RemoteKey(remote),
            title: remote.title, owner: remote.ownerName, ownerURL: remote.ownerURL, page: remote.pageURL,
            license: remote.license, dateTaken: remote.dateTaken ?? header.metadata.dateTaken,
            coordinate: remote.coordinate, blob: blob.hash, bytes: blob.size, width: header.size.width,
            height: header.size.height, fingerprint: PictureFingerprint(of: thumbnail),
            color: thumbnail.meanColor)
        try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            try transaction.require(blob, in: library.blobs)
            try transaction.add(photo, for: RecordKey(.photo, photo.id))
        }
        return photo
    }
}

extension SourceError {
    /// A Boolean value that indicates whether the error concerns one photo, so that another one can be fetched from the
    /// same source.
    fileprivate var concernsOnePhoto: Bool {
        [.gone, .notAPicture, .tooLarge, .refused, .unreadableFile].contains(code)
    }
}
