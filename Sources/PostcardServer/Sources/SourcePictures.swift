import HTTPTypes
import PlatformLibc
import PostcardCore
import PostcardDisk
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
    var baseURL = ""
    private let memory = BoundedMemory<FileIdentity, BlobHash>()
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
    private func remotePicture(
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
    private func requireScopes(
        of record: FetchedRecord, at place: RemotePictures.Place, reachedBy name: String
    ) throws(HTTPError) {
        guard case .web = place else { return }
        for scope in scopes { try scope.require(record.terms.address, reachedBy: name) }
    }

    /// Reads pictures into memory together. Remote ones are fetched before that, under the permits of fetches.
    ///
    /// - Throws: as ``find(_:_:)`` and ``read(_:)``.
    func files(_ names: [String]) async throws -> Files {
        var found: [Found] = []
        for name in names { found.append(try await find(name, .bytes)) }
        return try await read(found)
    }

    /// Reads pictures into memory together, with one permit for all of their bytes: holding one permit while waiting for another could deadlock.
    ///
    /// - Throws: `HTTPError` with status 413 when all but the first have together more bytes than one picture may have.
    func read(_ found: [Found]) async throws -> Files {
        guard !found.isEmpty else { return .none }
        var found = found
        while true {
            let sizes = found.map(\.byteCount)
            guard sizes.dropFirst().reduce(0, +) <= maximumBytes else {
                throw HTTPError(.contentTooLarge, "The pictures have more than \(maximumBytes) bytes together.")
            }
            let permit = try await admission.waitingPermit(sizes.reduce(0, +))
            var pictures: [Picture] = []
            while pictures.count < found.count, let picture = try await picture(found[pictures.count]) {
                pictures.append(picture)
            }
            guard pictures.count < found.count else { return Files(pictures: pictures, permit: permit) }
            // The permit is not held here, so that a slow origin does not delay requests for files.
            let absent = found[pictures.count]
            found[pictures.count] =
                if case .cached(let place) = absent.content {
                    try remotePicture(absent.name, at: place, try await remote.fetchAgain(place))
                } else { try await find(absent.name, .bytes) }
        }
    }

    /// Returns the picture in memory; `nil` for a closed file, and for one that the cache has dropped.
    private func picture(_ found: Found) async throws -> Picture? {
        switch found.content {
        case .closed: return nil
        case .fetched(let fetched): return fetched.picture
        case .cached(let place):
            guard let (picture, record) = remote.kept(place) else { return nil }
            try requireScopes(of: record, at: place, reachedBy: found.name)
            return picture
        case .open(let file):
            let picture = try await inSpan {
                if file.isVideo { return try await videoFrame(file.file) }
                let wanted = min(maximumBytes, file.byteCount) + 1
                return try await file.calls.run(within: FolderCalls.limit(for: wanted)) { [maximumBytes, memory] in
                    guard let bytes = file.file.read(upTo: wanted) else { throw HTTPError.unreadablePicture }
                    _ = try Self.checked(bytes.count, maximumBytes)
                    try PictureSniffing.check(bytes)
                    return Picture(bytes: bytes, hash: memory[file.identity] ?? BlobHash(of: bytes))
                }
            }
            memory[file.identity] = picture.hash
            return picture
        case .library(let item): return try await inSpan { try await libraryPicture(item) }
        }
    }

    /// Reads a local picture in a span.
    private func inSpan(_ read: () async throws -> Picture) async throws -> Picture {
        try await withStageSpan("source") { span in
            let picture = try await read()
            span?.set(bytes: picture.bytes.count)
            return picture
        }
    }

    /// Reads a picture of the library, or a frame of a video.
    private func libraryPicture(_ item: LibraryPictures.Item) async throws -> Picture {
        guard let path = item.videoPath else {
            return Picture(bytes: try await library.bytes(of: item, limit: maximumBytes), hash: item.hash)
        }
        let file = try await library.calls.run { [videos, library] in
            guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { throw HTTPError.unreadablePicture }
            return try UnreadFile(file, videos, library.calls)
        }
        return try await videoFrame(file.file)
    }

    private func videoFrame(_ file: borrowing OwnedDescriptor) async throws -> Picture {
        guard let video = VideoFile(file) else { throw HTTPError.overloaded(.openFiles) }
        let bytes = try await videos.frame(of: video)
        return Picture(bytes: bytes, hash: BlobHash(of: bytes))
    }

    private static func checked(_ size: Int, _ maximumBytes: Int) throws(HTTPError) -> Int {
        guard size <= maximumBytes else { throw .pictureTooLarge(maximumBytes) }
        return size
    }
}

// MARK: Names

extension SourcePictures {
    /// Returns the name that a picture is looked up by: a path, an object address, a web address, or a name of the library. All address schemes and
    /// presets resolve names with this function.
    ///
    /// Leading slashes are removed. A name that has no place of its own and is no file is put behind the base address of the settings, or completed
    /// with a scheme where it begins with an allowed host.
    ///
    /// - Throws: `HTTPError` with status 503 where a folder that may have such a file does not respond.
    func name(_ text: String) async throws -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isWhole(name), let address = address(of: name),
            try await !isFile(name)
        else {
            return name
        }
        return Self.localName(address) ?? address
    }

    /// The scheme of files in imgproxy's addresses.
    private static let local = "local://"

    /// Returns the path of a name in the scheme `local://`; `nil` for others.
    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    /// Returns the web address of a name by the base address or an allowed host; `nil` for none.
    private func address(of name: String) -> String? {
        guard baseURL.isEmpty else {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.address(of: name) }.first
    }

    /// Returns true when a picture folder has a file of the name.
    private func isFile(_ name: String) async throws -> Bool {
        for folder in folders {
            let isFile = try await folder.calls.run {
                PictureName.spellings(of: name).contains { folder.path(of: $0) != nil }
            }
            if isFile { return true }
        }
        return false
    }
}
