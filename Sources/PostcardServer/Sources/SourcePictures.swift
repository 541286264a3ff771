import HTTPTypes
import PostcardLibrary
import PostcardSources

/// The pictures that requests can name: files of folders, objects of buckets, pictures of the library, and web addresses.
struct SourcePictures: Sendable {
    /// The folders and buckets, in the order in which they are searched.
    let origins: [PictureOrigin]
    let remote: RemotePictures
    let maximumBytes: Int
    /// The permits for bytes of sources in memory.
    let admission: WeightedSemaphore
    let library: LibraryPictures
    /// The address that is put before names that have no place of their own and are no files; empty for none.
    var baseURL: String?
    let memory = BoundedMemory<FileIdentity, BlobHash>()
    var videos = VideoFrames()
    /// The scopes that all pictures of a request have to be in.
    var scopes: [PictureScope] = []

    /// The timeout for all fetched sources of a result, and its clock.
    var fetchingLimit: Duration { remote.web.policy.timeout }
    var clock: any Clock<Duration> { remote.web.clock }
    var folders: [PictureFolder] { origins.compactMap(\.folder) }
    private var hasBuckets: Bool { origins.contains { $0.bucket != nil } }

    /// Returns true for a picture that may have to be fetched.
    func mayBeRemote(_ name: String) -> Bool {
        PictureName.isAddress(name) || (hasBuckets && !PictureName.isInLibrary(name))
    }

    /// Returns the reason why pictures cannot be served, for operators; `nil` while all folders and the library are there.
    ///
    /// Buckets do not count: an outage of their store would make all replicas unready, although they can serve other pictures.
    func problem() async -> String? {
        var places = folders.map { folder in (folder.calls, { @Sendable in folder.isThere }) }
        places.append((library.calls, { [library] in library.isThere }))
        return await withTaskGroup { group in
            for (calls, isThere) in places {
                group.addTask { () -> String? in
                    guard let isThere = try? await calls.run(isThere) else {
                        return "\(calls.folder) does not respond."
                    }
                    return isThere ? nil : "\(calls.folder) is away."
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
    }

    /// Returns true while the picture of a stamp is unchanged, and where that is unknown since a folder does not respond.
    func isCurrent(_ stamp: Stamp) async -> Bool {
        switch stamp {
        case .file(let name, let identity):
            for folder in folders {
                guard let found = try? await folder.calls.run({ Optional(folder.identity(of: name)) }) else {
                    return true
                }
                if let found { return found == identity }
            }
            return false
        case .fetched(let key, let hash): return remote.fetched.identity(of: key) == hash
        }
    }

    /// Finds a picture without reading it, except for one that has to be fetched.
    ///
    /// - Parameter need: the parts that are fetched; with `.bytes`, a known file stays open.
    /// - Throws: `HTTPError` with status 404 for a missing picture, 413 for one that is too large, 403 for one outside of the scopes.
    func find(_ name: String, _ need: RemotePictures.Need = .usual) async throws -> Found {
        for scope in scopes { try scope.require(name) }
        if PictureName.isInLibrary(name) {
            let item = try await library.item(name)
            guard item.videoPath == nil else {
                return Found(name: name, byteCount: VideoFrames.byteCount, content: .library(item))
            }
            let size = try Self.checked(item.byteCount, maximumBytes)
            return Found(name: name, hash: item.hash, byteCount: size, content: .library(item))
        }
        if let place = try place(of: name) {
            return try remotePicture(name, at: place, try await remote.find(place, need))
        }
        // True after a folder or bucket that may have a picture of the same name, now or later.
        var mayChange = false
        var refusal: HTTPError?
        for spelling in PictureName.spellings(of: name) {
            for origin in origins {
                switch origin {
                case .folder(let folder):
                    do {
                        let found = try await file(spelling, of: folder, reachedBy: name, need, mayChange: mayChange)
                        if let found { return found }
                    } catch let error as HTTPError where error == folder.calls.refusal {
                        // A folder that does not respond is passed over.
                        (refusal, mayChange) = (error, true)
                    }
                case .bucket(let bucket):
                    mayChange = true
                    guard let address = bucket.address(of: spelling) else { continue }
                    let place = RemotePictures.Place.object(address)
                    do {
                        return try remotePicture(name, at: place, try await remote.find(place, need))
                    } catch let error as HTTPError where error.status == .notFound {
                        continue
                    }
                }
            }
        }
        if let refusal { throw refusal }
        for folder in folders where try await !folder.calls.run({ folder.isThere }) {
            throw HTTPError(.serviceUnavailable, "The folder of the pictures is away. Try again later.", retryAfter: 5)
        }
        throw HTTPError(.notFound, "There is no such picture.")
    }

    /// Returns the place of a picture with a web address or the address of an object; `nil` for others.
    private func place(of name: String) throws(HTTPError) -> RemotePictures.Place? {
        if PictureName.isAddress(name) { return .web(name) }
        guard let address = ObjectAddress(name) else { return nil }
        guard let object = origins.lazy.compactMap({ $0.bucket?.address(named: address) }).first else {
            throw HTTPError(.notFound, "Pictures of that bucket are not served here.")
        }
        return .object(object)
    }

    /// Opens a file of a folder within the scopes; returns `nil` for a missing or hidden one.
    ///
    /// - Parameters:
    ///   - name: the name in the request, of which `spelling` is one spelling.
    ///   - mayChange: true when a place that comes before the folder may have a picture of the same name, now or later.
    private func file(
        _ spelling: String, of folder: PictureFolder, reachedBy name: String, _ need: RemotePictures.Need,
        mayChange: Bool
    ) async throws -> Found? {
        let opened = try await folder.calls.run { [scopes, videos] () throws -> UnreadFile? in
            let file = try folder.open(spelling) { file throws(HTTPError) in
                for scope in scopes { try scope.require(file, reachedBy: name) }
            }
            guard let file else { return nil }
            return try UnreadFile(file, videos, folder.calls)
        }
        guard let file = opened else { return nil }
        let hash = memory[file.identity]
        return Found(
            name: name, hash: hash, stamp: mayChange ? nil : .file(name: name, file.identity),
            byteCount: file.isVideo ? VideoFrames.byteCount : try Self.checked(file.byteCount, maximumBytes),
            content: hash == nil || need == .bytes ? .open(file) : .closed)
    }

    /// Returns a remote picture within the scopes. One whose origin limits the time of caching has no stamp.
    func remotePicture(
        _ name: String, at place: RemotePictures.Place, _ known: RemotePictures.Known
    ) throws(HTTPError) -> Found {
        let record = known.entry.record
        try requireScopes(of: record, at: place, reachedBy: name)
        let isSteady = record.terms.seconds == nil && !known.entry.isStale
        return Found(
            name: name, hash: record.identity,
            stamp: isSteady ? .fetched(key: record.key, record.identity) : nil,
            byteCount: known.fetched?.picture.bytes.count ?? record.byteCount,
            content: known.fetched.map { .fetched($0) } ?? .cached(place), remote: record,
            isStale: known.entry.isStale)
    }

    /// Checks that a web address after redirects is within the scopes.
    func requireScopes(
        of record: FetchedRecord, at place: RemotePictures.Place, reachedBy name: String
    ) throws(HTTPError) {
        guard case .web = place else { return }
        for scope in scopes { try scope.require(record.terms.address, reachedBy: name) }
    }
}
