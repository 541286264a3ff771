internal import HTTPTypes
internal import PostcardCore
internal import PostcardDisk
internal import PostcardLibrary

/// The pictures that URLs name: files of the picture folders, pictures of the library, and whatever the fetcher may fetch.
struct SourcePictures: Sendable {
    let folders: [PictureFolder]
    let fetcher: GuardedFetcher
    let maximumBytes: Int
    /// Bytes of sources in memory.
    let admission: WeightedSemaphore
    /// Pictures that were fetched, for a while.
    let fetched: FetchedPictures
    let library: LibraryPictures
    private let memory = BoundedMemory<FileIdentity, BlobHash>()
    let videos = VideoFrames()
    /// Pictures that are fetched, and their bytes: apart from those of files, so that a slow origin holds up nobody else.
    let fetching: WeightedSemaphore
    let fetchedBytes: WeightedSemaphore
    private let fetches = SingleFlight<String, FetchedPicture>()

    init(
        folders: [PictureFolder], fetcher: GuardedFetcher, maximumBytes: Int, admission: WeightedSemaphore,
        fetching: WeightedSemaphore, fetchedBytes: WeightedSemaphore, fetched: FetchedPictures, library: LibraryPictures
    ) {
        self.folders = folders
        self.fetcher = fetcher
        self.maximumBytes = maximumBytes
        self.admission = admission
        self.fetching = fetching
        self.fetchedBytes = fetchedBytes
        self.fetched = fetched
        self.library = library
    }

    static func isAddress(_ name: String) -> Bool {
        let start = name.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// True when all folders, and the library, can be used.
    var isThere: Bool { folders.allSatisfy(\.isThere) && library.isThere }

    /// Seconds for which what is made of a picture may be kept, where its origin says so.
    func secondsLeft(of name: String) -> Int? { Self.isAddress(name) ? fetched.secondsLeft(of: name) : nil }

    /// Tells whether results of a picture may be kept.
    func mayBeKept(_ name: String) -> Bool { !Self.isAddress(name) || fetched.mayBeKept(name) }

    func isCurrent(_ stamp: Stamp) -> Bool {
        switch stamp {
        case .file(let name, let identity):
            for folder in folders {
                if let found = folder.identity(of: name) { return found == identity }
            }
            return false
        case .fetched(let address, let hash): return fetched.hash(of: address) == hash
        }
    }

    /// Finds a picture, and fetches it where that is needed.
    ///
    /// - Throws: `HTTPError` with status 404 when there is none, 413 when it is too large.
    func find(_ name: String) async throws -> Found { try await find(name, toRead: false) }

    /// `toRead` tells whether a file stays open although it is known.
    private func find(_ name: String, toRead: Bool) async throws -> Found {
        if Self.isAddress(name) {
            if let hash = fetched.hash(of: name), let size = fetched.byteCount(of: name) {
                return found(name, hash, size, .kept)
            }
            let fresh = try await fetch(name)
            return found(name, fresh.picture.hash, fresh.picture.bytes.count, .fetched(fresh))
        }
        if LibraryPictures.isName(name) {
            let item = try library.item(name)
            if let path = item.videoPath {
                return Found(
                    name: name, hash: nil, stamp: nil, byteCount: VideoFrames.byteCount,
                    content: .video(path: path, nil))
            }
            return Found(
                name: name, hash: item.hash, stamp: nil, byteCount: try checked(item.byteCount), content: .library(item)
            )
        }
        let file = try file(name)
        guard let status = file.status else { throw Self.unreadable }
        let identity = FileIdentity(status)
        let hash = memory[identity]
        if let path = videoPath(of: name, file, identity) {
            return Found(
                name: name, hash: hash, stamp: .file(name: name, identity), byteCount: VideoFrames.byteCount,
                content: .video(path: path, identity))
        }
        let size = try checked(file.size)
        return Found(
            name: name, hash: hash, stamp: .file(name: name, identity), byteCount: size,
            content: hash == nil || toRead ? .file(UnreadFile(file, identity)) : .knownFile)
    }

    /// A picture with its hash, for which it is read when it never was.
    func known(_ found: Found) async throws -> Found {
        guard found.hash == nil else { return found }
        let hash = try await read([found]).pictures.first?.hash
        if case .video = found.content {
            return Found(
                name: found.name, hash: hash, stamp: found.stamp, byteCount: found.byteCount, content: found.content)
        }
        return Found(name: found.name, hash: hash, stamp: found.stamp, byteCount: found.byteCount, content: .knownFile)
    }

    /// A picture that was fetched. What may be kept for less and less time has no stamp.
    private func found(_ address: String, _ hash: BlobHash, _ size: Int, _ content: Found.Content) -> Found {
        Found(
            name: address, hash: hash,
            stamp: fetched.secondsLeft(of: address) == nil ? .fetched(address: address, hash) : nil, byteCount: size,
            content: content)
    }

    /// Does something with a picture while a permit for its bytes is held.
    func with<Result: Sendable>(_ name: String, do work: (Picture) async throws -> Result) async throws -> Result {
        try await with([name]) { try await work($0[0]) }
    }

    /// Does something with pictures that are in memory together while a permit for the bytes of all is held.
    ///
    /// - Throws: as ``read(_:)``.
    func with<Result: Sendable>(_ names: [String], do work: ([Picture]) async throws -> Result) async throws -> Result {
        let files = try await files(names)
        defer { withExtendedLifetime(files) {} }
        return try await work(files.pictures)
    }

    /// Pictures that are in memory together. What has to be fetched is fetched before, under the limit of fetches.
    ///
    /// - Throws: as ``read(_:)``.
    func files(_ names: [String]) async throws -> Files {
        var found: [Found] = []
        for name in names { found.append(try await find(name, toRead: true)) }
        return try await read(found)
    }

    /// Reads pictures into memory together, under one permit for the bytes of all: holding one while waiting for the next could
    /// wait for ever.
    ///
    /// - Throws: `HTTPError` with status 413 when those after the first have more bytes together than one may have.
    func read(_ found: [Found]) async throws -> Files {
        let sizes = found.map(\.byteCount)
        guard sizes.dropFirst().reduce(0, +) <= maximumBytes else {
            throw HTTPError(.contentTooLarge, "The pictures have more than \(maximumBytes) bytes together.")
        }
        let permit = try await admission.waitingPermit(sizes.reduce(0, +))
        var pictures: [Picture] = []
        for picture in found { pictures.append(try await read(picture)) }
        return Files(pictures: pictures, permit: permit)
    }

    private func read(_ found: Found) async throws -> Picture {
        switch found.content {
        case .file(let unread): return try read(unread.file, unread.identity)
        case .knownFile:
            let file = try file(found.name)
            guard let status = file.status else { throw Self.unreadable }
            return try read(file, FileIdentity(status))
        case .video(let path, let identity):
            let bytes = try await videos.frame(ofVideoAt: path)
            let hash = BlobHash(of: bytes)
            if let identity { memory[identity] = hash }
            return Picture(bytes: bytes, hash: hash)
        case .library(let item):
            return Picture(bytes: try library.bytes(of: item, limit: maximumBytes), hash: item.hash)
        case .fetched(let fetched): return fetched.picture
        case .kept:
            // The cache may have dropped it since.
            if let picture = fetched.picture(at: found.name) { return picture }
            return try await fetch(found.name).picture
        }
    }

    /// The path of a file that is a video; `nil` for others.
    private func videoPath(of name: String, _ file: borrowing OwnedDescriptor, _ identity: FileIdentity) -> String? {
        // Whatever was read as a picture is one.
        guard videos.isVideo(identity, file) else { return nil }
        let plain = name.firstIndex(of: "?").map { String(name[..<$0]) }
        return [name, plain].compactMap(\.self).lazy.compactMap { name in
            folders.lazy.compactMap { $0.path(of: name) }.first
        }.first
    }

    private func checked(_ size: Int) throws(HTTPError) -> Int {
        guard size <= maximumBytes else {
            throw HTTPError(.contentTooLarge, "The picture has more than \(maximumBytes) bytes.")
        }
        return size
    }

    private func fetch(_ address: String) async throws -> FetchedPicture {
        try await fetches.value(for: address) {
            try await fetching.with(1) {
                let room = try fetchedBytes.permit()
                let stale = fetched.stale(address)
                if let stale { try room.grow(by: stale.picture.bytes.count) }
                let (picture, terms): (Picture, OriginTerms)
                switch try await fetcher.picture(at: address, known: stale?.terms, room: room) {
                case .picture(let bytes, let new):
                    (picture, terms) = (Picture(bytes: bytes, hash: BlobHash(of: bytes)), new)
                case .unchanged(let new):
                    guard let stale else {
                        throw HTTPError(.badGateway, "The picture's server does not answer well.")
                    }
                    (picture, terms) = (stale.picture, stale.terms.renewed(new))
                }
                fetched.keep(picture, of: address, on: terms)
                return FetchedPicture(picture: picture, room: room)
            }
        }
    }

    private func file(_ name: String) throws(HTTPError) -> OwnedDescriptor {
        // A query is for caches: "?v=2" asks for the same file anew.
        let plain = name.firstIndex(of: "?").map { String(name[..<$0]) }
        for name in [name, plain].compactMap(\.self) {
            for folder in folders {
                if let file = try folder.open(name) { return file }
            }
        }
        guard folders.allSatisfy(\.isThere) else {
            throw HTTPError(
                .serviceUnavailable, "The folder of the pictures is away. Try again later.", retryAfter: 5)
        }
        throw HTTPError(.notFound, "There is no such picture.")
    }

    private func read(_ file: borrowing OwnedDescriptor, _ identity: FileIdentity) throws(HTTPError) -> Picture {
        guard let bytes = file.read(upTo: min(maximumBytes, file.size) + 1) else { throw Self.unreadable }
        _ = try checked(bytes.count)
        try PictureSniffing.check(bytes)
        let hash = memory[identity] ?? BlobHash(of: bytes)
        memory[identity] = hash
        return Picture(bytes: bytes, hash: hash)
    }

    private static let unreadable = HTTPError(.notFound, "The picture cannot be read.")
}
