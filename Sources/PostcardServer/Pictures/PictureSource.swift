internal import HTTPTypes
internal import PostcardLibrary

/// Finds the pictures that URLs name: files of the picture folders, pictures of the library, and whatever the fetcher may fetch.
struct PictureSource: Sendable {
    /// A picture file.
    struct Picture: Sendable {
        let bytes: [UInt8]
        let hash: BlobHash
    }

    let folders: [PictureFolder]
    let fetcher: GuardedFetcher
    let maximumBytes: Int
    /// Bytes of sources in memory.
    let admission: Admission
    /// Pictures that were fetched, for a while.
    let fetched: FetchedPictures
    let library: LibraryPictures
    private let memory = BoundedMemory<FileIdentity, BlobHash>()
    /// Pictures that are fetched, and their bytes: apart from those of files, so that a slow origin holds up nobody else.
    let fetching: Admission
    let fetchedBytes: Admission
    private let fetches = Flights<String, FetchedPicture>()

    /// A picture that came from elsewhere, and the room that it has until it is counted as others are.
    private struct FetchedPicture: Sendable {
        let picture: Picture
        let room: Admission.Permit
    }

    init(
        folders: [PictureFolder], fetcher: GuardedFetcher, maximumBytes: Int, admission: Admission,
        fetching: Admission, fetchedBytes: Admission, fetched: FetchedPictures, library: LibraryPictures
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

    /// What tells whether a picture is still the same one.
    enum Stamp: Sendable {
        case file(name: String, FileIdentity)
        case fetched(address: String, BlobHash)
    }

    /// - Returns: `nil` for pictures of the library, which also tell who may see them, for what was not fetched yet, and for what
    ///   may be kept for less and less time.
    func stamp(of name: String) -> Stamp? {
        if Self.isAddress(name) {
            guard fetched.secondsLeft(of: name) == nil else { return nil }
            return fetched.hash(of: name).map { .fetched(address: name, $0) }
        }
        guard !LibraryPictures.isName(name), let status = (try? file(name))?.status else { return nil }
        return .file(name: name, FileIdentity(status))
    }

    /// Whether all folders, and the library, can be used.
    var isThere: Bool { folders.allSatisfy(\.isThere) && library.isThere }

    /// Seconds for which what is made of a picture may be kept, where its origin says so.
    func secondsLeft(of name: String) -> Int? { Self.isAddress(name) ? fetched.secondsLeft(of: name) : nil }

    /// Whether what is made of a picture may be kept.
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

    /// The hash of a picture, without reading it where it is known.
    func hash(of name: String) async throws -> BlobHash {
        if Self.isAddress(name) {
            if let hash = fetched.hash(of: name) { return hash }
        } else if LibraryPictures.isName(name) {
            return try library.item(name).hash
        } else if let identity = try file(name).status.map(FileIdentity.init), let hash = memory[identity] {
            return hash
        }
        return try await with(name) { $0.hash }
    }

    /// Does something with a picture while a permit for its bytes is held.
    func with<Result: Sendable>(_ name: String, do work: (Picture) async throws -> Result) async throws -> Result {
        try await with([name]) { try await work($0[0]) }
    }

    /// Does something with pictures that are in memory together while a permit for the bytes of all is held: holding one
    /// while waiting for the next could wait for ever. What has to be fetched is fetched before, under the limit of fetches.
    ///
    /// - Throws: `ServerFault` with status 413 when those after the first have more bytes together than one may have.
    func with<Result: Sendable>(_ names: [String], do work: ([Picture]) async throws -> Result) async throws -> Result {
        var fresh: [String: FetchedPicture] = [:]
        var sizes: [Int] = []
        for name in names {
            if let size = try byteCount(of: name) {
                sizes.append(size)
            } else {
                let picture = try await fetch(name)
                fresh[name] = picture
                sizes.append(picture.picture.bytes.count)
            }
        }
        guard sizes.dropFirst().reduce(0, +) <= maximumBytes else {
            throw ServerFault(.contentTooLarge, "The pictures have more than \(maximumBytes) bytes together.")
        }
        return try await admission.with(sizes.reduce(0, +)) {
            defer { withExtendedLifetime(fresh) {} }
            var pictures: [Picture] = []
            for name in names {
                if let picture = fresh[name]?.picture {
                    pictures.append(picture)
                } else {
                    pictures.append(try await picture(name))
                }
            }
            return try await work(pictures)
        }
    }

    /// - Returns: nil for what has to be fetched.
    private func byteCount(of name: String) throws -> Int? {
        if Self.isAddress(name) { return fetched.byteCount(of: name) }
        return try checked(LibraryPictures.isName(name) ? library.item(name).byteCount : file(name).size)
    }

    private func picture(_ name: String) async throws -> Picture {
        if Self.isAddress(name) {
            // It was there when the permit was asked for; the cache may have dropped it since.
            if let picture = fetched.picture(at: name) { return picture }
            return try await fetch(name).picture
        }
        guard LibraryPictures.isName(name) else { return try read(name) }
        let item = try library.item(name)
        return Picture(bytes: try library.bytes(of: item, limit: maximumBytes), hash: item.hash)
    }

    private func checked(_ size: Int) throws(ServerFault) -> Int {
        guard size <= maximumBytes else {
            throw ServerFault(.contentTooLarge, "The picture has more than \(maximumBytes) bytes.")
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
                        throw ServerFault(.badGateway, "The picture's server does not answer well.")
                    }
                    (picture, terms) = (stale.picture, stale.terms.renewed(new))
                }
                fetched.keep(picture, of: address, on: terms)
                return FetchedPicture(picture: picture, room: room)
            }
        }
    }

    private func file(_ name: String) throws(ServerFault) -> OpenFile {
        // A query is for caches: "?v=2" asks for the same file anew.
        let plain = name.firstIndex(of: "?").map { String(name[..<$0]) }
        for name in [name, plain].compactMap(\.self) {
            for folder in folders {
                if let file = try folder.open(name) { return file }
            }
        }
        guard folders.allSatisfy(\.isThere) else {
            throw ServerFault(
                .serviceUnavailable, "The folder of the pictures is away. Try again later.", retryAfter: 5)
        }
        throw ServerFault(.notFound, "There is no such picture.")
    }

    private func read(_ name: String) throws -> Picture {
        let file = try file(name)
        guard let identity = file.status.map(FileIdentity.init), let bytes = file.read(upTo: maximumBytes + 1) else {
            throw ServerFault(.notFound, "The picture cannot be read.")
        }
        guard bytes.count <= maximumBytes else {
            throw ServerFault(.contentTooLarge, "The picture has more than \(maximumBytes) bytes.")
        }
        try PictureSniffing.check(bytes)
        let hash = memory[identity] ?? BlobHash(of: bytes)
        memory[identity] = hash
        return Picture(bytes: bytes, hash: hash)
    }
}
