import HTTPTypes
import PostcardLibrary
import PostcardSources

/// The pictures that requests can use: files in folders, objects in buckets, library pictures, and http and https URLs.
struct SourcePictures: Sendable {
    /// The folders and buckets, in search order.
    let origins: [PictureOrigin]
    let remote: RemotePictures
    let maximumBytes: Int
    /// The permits for holding source bytes in memory.
    let admission: WeightedSemaphore
    let library: LibraryPictures
    /// The URL for resolving relative names that are not files; `nil` if there is none.
    var baseURL: String?
    let memory = BoundedMemory<FileIdentity, BlobHash>()
    var videos = VideoFrames()
    /// The scopes that must permit all pictures of a request.
    var scopes: [PictureScope] = []

    /// The time limit for fetching all sources of a result, and the clock for the limit.
    var fetchingLimit: Duration { remote.web.policy.timeout }
    var clock: any Clock<Duration> { remote.web.clock }
    var folders: [PictureFolder] { origins.compactMap(\.folder) }
    private var hasBuckets: Bool { origins.contains { $0.bucket != nil } }

    /// Returns true if a picture might have to be fetched.
    func mayBeRemote(_ name: String) -> Bool {
        PictureName.isURL(name) || (hasBuckets && !PictureName.isInLibrary(name))
    }

    /// Returns the reason why pictures can't be served, for operators; `nil` while all folders and the library are available.
    ///
    /// Buckets are not checked: an outage of their store would make all replicas unready, even if they can serve other pictures.
    func problem() async -> String? {
        var places = folders.map { folder in (folder.calls, { @Sendable in folder.isAvailable }) }
        places.append((library.calls, { [library] in library.isAvailable }))
        return await withTaskGroup { group in
            for (calls, isAvailable) in places {
                group.addTask { () -> String? in
                    guard let isAvailable = try? await calls.run(isAvailable) else {
                        return "\(calls.folder) does not respond."
                    }
                    return isAvailable ? nil : "\(calls.folder) is unavailable."
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
    }

    /// Returns true if a stamp's picture is unchanged, or if a folder does not respond, so changes are unknown.
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

    /// Finds a picture without reading its bytes, unless the picture must be fetched.
    ///
    /// - Parameter need: the parts that the request needs; with `.bytes`, a file stays open even if its hash is known.
    /// - Throws: `HTTPError` with status 404 for a missing picture, 413 for an oversized picture, or 403 for a picture outside the scopes.
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
        if let location = try location(of: name) {
            return try remotePicture(name, at: location, try await remote.find(location, need))
        }
        // True once the search has passed a folder or bucket that might contain a picture with the same name, now or later.
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
                        // A folder that does not respond is skipped.
                        (refusal, mayChange) = (error, true)
                    }
                case .bucket(let bucket):
                    mayChange = true
                    guard let address = bucket.address(of: spelling) else { continue }
                    let location = RemotePictures.Location.object(address)
                    do {
                        return try remotePicture(name, at: location, try await remote.find(location, need))
                    } catch let error as HTTPError where error.status == .notFound {
                        continue
                    }
                }
            }
        }
        if let refusal { throw refusal }
        for folder in folders where try await !folder.calls.run({ folder.isAvailable }) {
            throw HTTPError(.serviceUnavailable, "The picture folder is unavailable. Try again later.", retryAfter: 5)
        }
        throw HTTPError(.notFound, "Picture not found.")
    }

    /// Returns the location of a picture with an http, https or object storage URL; `nil` for other names.
    private func location(of name: String) throws(HTTPError) -> RemotePictures.Location? {
        if PictureName.isURL(name) { return .web(name) }
        guard let address = ObjectAddress(name) else { return nil }
        guard let object = origins.lazy.compactMap({ $0.bucket?.address(named: address) }).first else {
            throw HTTPError(.notFound, "This service does not serve pictures from that bucket.")
        }
        return .object(object)
    }

    /// Opens a file in a folder within the scopes; returns `nil` for a missing or hidden file.
    ///
    /// - Parameters:
    ///   - name: the name in the request; `spelling` is one of its spellings.
    ///   - mayChange: true if an earlier folder or bucket might contain a picture with the same name, now or later.
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

    /// Returns a remote picture, which must be within the scopes. A picture whose origin limits the caching time has no stamp.
    func remotePicture(
        _ name: String, at location: RemotePictures.Location, _ known: RemotePictures.Known
    ) throws(HTTPError) -> Found {
        let record = known.entry.record
        try requireScopes(of: record, at: location, reachedBy: name)
        let isUnlimited = record.terms.seconds == nil && !known.entry.isStale
        return Found(
            name: name, hash: record.identity,
            stamp: isUnlimited ? .fetched(key: record.key, record.identity) : nil,
            byteCount: known.fetched?.picture.bytes.count ?? record.byteCount,
            content: known.fetched.map { .fetched($0) } ?? .cached(location), remote: record,
            isStale: known.entry.isStale)
    }

    /// Checks that the URL after redirects is within the scopes.
    func requireScopes(
        of record: FetchedRecord, at location: RemotePictures.Location, reachedBy name: String
    ) throws(HTTPError) {
        guard case .web = location else { return }
        for scope in scopes { try scope.require(record.terms.address, reachedBy: name) }
    }
}
