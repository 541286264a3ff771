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
    let videos = VideoFrames()
    /// The scopes that all pictures of a request have to be in.
    var scopes: [PictureScope] = []

    var folders: [PictureFolder] { origins.compactMap(\.folder) }
    private var hasBuckets: Bool { origins.contains { $0.bucket != nil } }

    /// Returns true for a picture that may have to be fetched.
    func mayBeRemote(_ name: String) -> Bool {
        PictureName.isAddress(name) || (hasBuckets && !PictureName.isInLibrary(name))
    }

    /// True when all folders and the library are there. Buckets do not count: an outage of their store would make all replicas unready, although they
    /// can serve other pictures.
    var isThere: Bool { folders.allSatisfy(\.isThere) && library.isThere }

    /// Returns true while the picture of a stamp is unchanged.
    func isCurrent(_ stamp: Stamp) -> Bool {
        switch stamp {
        case .file(let name, let identity):
            for folder in folders {
                if let found = folder.identity(of: name) { return found == identity }
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
            let item = try library.item(name)
            guard item.videoPath == nil else {
                return Found(name: name, byteCount: VideoFrames.byteCount, content: .library(item))
            }
            return Found(name: name, hash: item.hash, byteCount: try checked(item.byteCount), content: .library(item))
        }
        let place: RemotePictures.Place
        if PictureName.isAddress(name) {
            place = .web(name)
        } else if let address = ObjectAddress(name) {
            guard let object = origins.lazy.compactMap({ $0.bucket?.address(named: address) }).first else {
                throw HTTPError(.notFound, "Pictures of that bucket are not served here.")
            }
            place = .object(object)
        } else {
            return try await findStored(name, need)
        }
        return try remotePicture(name, at: place, try await remote.find(place, need))
    }

    /// Finds a picture in the folders and buckets, in their order.
    private func findStored(_ name: String, _ need: RemotePictures.Need) async throws -> Found {
        var isAfterBucket = false
        for spelling in PictureName.spellings(of: name) {
            for origin in origins {
                switch origin {
                case .folder(let folder):
                    let file = try folder.open(spelling) { file throws(HTTPError) in
                        for scope in scopes { try scope.require(file, reachedBy: name) }
                    }
                    guard let file else { continue }
                    return try folderPicture(name, file, need, mayChange: isAfterBucket)
                case .bucket(let bucket):
                    isAfterBucket = true
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
        throw folders.allSatisfy(\.isThere)
            ? HTTPError(.notFound, "There is no such picture.")
            : HTTPError(.serviceUnavailable, "The folder of the pictures is away. Try again later.", retryAfter: 5)
    }

    /// Returns a file of a folder. `mayChange` is true when a place that comes before it may get a picture of the same name.
    private func folderPicture(
        _ name: String, _ file: consuming OwnedDescriptor, _ need: RemotePictures.Need, mayChange: Bool
    ) throws(HTTPError) -> Found {
        guard let status = file.status else { throw Self.unreadable }
        let identity = FileIdentity(status)
        let hash = memory[identity]
        let stamp = mayChange ? nil : Stamp.file(name: name, identity)
        let size = videos.isVideo(identity, file) ? VideoFrames.byteCount : try checked(file.size)
        let content: Content = hash == nil || need == .bytes ? .open(UnreadFile(file), identity) : .closed
        return Found(name: name, hash: hash, stamp: stamp, byteCount: size, content: content)
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
        case .open(let unread, let identity): return try await inSpan { try await filePicture(unread.file, identity) }
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

    /// Reads a file of a folder, or a frame of a video, and remembers its hash.
    private func filePicture(_ file: borrowing OwnedDescriptor, _ identity: FileIdentity) async throws -> Picture {
        let picture: Picture
        if videos.isVideo(identity, file) {
            picture = try await videoFrame(file)
        } else {
            guard let bytes = file.read(upTo: min(maximumBytes, file.size) + 1) else { throw Self.unreadable }
            _ = try checked(bytes.count)
            try PictureSniffing.check(bytes)
            picture = Picture(bytes: bytes, hash: memory[identity] ?? BlobHash(of: bytes))
        }
        memory[identity] = picture.hash
        return picture
    }

    /// Reads a picture of the library, or a frame of a video.
    private func libraryPicture(_ item: LibraryPictures.Item) async throws -> Picture {
        guard let path = item.videoPath else {
            return Picture(bytes: try library.bytes(of: item, limit: maximumBytes), hash: item.hash)
        }
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { throw Self.unreadable }
        return try await videoFrame(file)
    }

    private func videoFrame(_ file: borrowing OwnedDescriptor) async throws -> Picture {
        guard let video = VideoFile(file) else { throw HTTPError.overloaded(.openFiles) }
        let bytes = try await videos.frame(of: video)
        return Picture(bytes: bytes, hash: BlobHash(of: bytes))
    }

    private func checked(_ size: Int) throws(HTTPError) -> Int {
        guard size <= maximumBytes else { throw .pictureTooLarge(maximumBytes) }
        return size
    }

    private static let unreadable = HTTPError(.notFound, "The picture cannot be read.")
}

// MARK: Names

extension SourcePictures {
    /// Returns the name that a picture is looked up by: a path, an object address, a web address, or a name of the library. All address schemes and
    /// presets resolve names with this function.
    ///
    /// Leading slashes are removed. A name that has no place of its own and is no file is put behind the base address of the settings, or completed
    /// with a scheme where it begins with an allowed host.
    func name(_ text: String) -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isWhole(name), let address = address(of: name), !isFile(name)
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
    private func isFile(_ name: String) -> Bool {
        PictureName.spellings(of: name).contains { name in folders.contains { $0.path(of: name) != nil } }
    }
}
