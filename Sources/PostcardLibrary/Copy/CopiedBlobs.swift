internal import PlatformFoundation
internal import PostcardCore
internal import PostcardSources
internal import Synchronization
internal import SystemPackage

/// The files of a library that are in its copy in object storage, from which they are fetched when they are needed here.
final class CopiedBlobs: BlobOrigin {
    private struct State {
        var folder: (any ObjectPrefix)?
        var flights: [BlobHash: Task<Bool, any Error>] = [:]
        /// The time until which nothing is asked, since the store was away, and why it was.
        var pause: (until: ContinuousClock.Instant, error: LibraryError)?
    }
    /// The time for which a store is left alone that did not answer: many wait for a page of pictures.
    private static let pause = Duration.seconds(5)
    /// Files that are fetched at the same time, each in pieces of 8 MiB.
    private let room = WeightedSemaphore(
        total: 6, timeout: .seconds(30),
        refusal: LibraryError(
            .unavailable, "Too many files of the library are being fetched from its copy. Try again later."))

    private let directory: FilePath
    private let objects: @Sendable (ObjectAddress) -> any ObjectPrefix
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// `objects` opens a place in object storage, `now` is the clock of pauses.
    init(
        directory: FilePath, objects: @escaping @Sendable (ObjectAddress) -> any ObjectPrefix,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock().now }
    ) {
        (self.directory, self.objects, self.now) = (directory, objects, now)
    }

    func fetch(_ hash: BlobHash, into store: BlobStore) throws(LibraryError) -> Bool {
        guard let flight = try flight(for: hash, into: store) else { return false }
        do { return try WaitingExecutor.wait(for: flight) } catch { throw Self.unavailable(error, folderName) }
    }

    /// As ``fetch(_:into:)``, without keeping a thread waiting.
    func fetched(_ hash: BlobHash, into store: BlobStore) async throws(LibraryError) -> Bool {
        guard let flight = try flight(for: hash, into: store) else { return false }
        do { return try await flight.value } catch { throw Self.unavailable(error, folderName) }
    }

    func sizes() throws(LibraryError) -> [BlobHash: Int]? {
        let list = Task<[BlobHash: Int]?, any Error>(executorPreference: WaitingExecutor.shared) {
            try await self.allSizes()
        }
        do { return try WaitingExecutor.wait(for: list) } catch { throw Self.unavailable(error, folderName) }
    }

    /// As ``sizes()``, without keeping a thread waiting.
    func allSizes() async throws -> [BlobHash: Int]? {
        guard let folder = try folder() else { return nil }
        var sizes: [BlobHash: Int] = [:]
        try await LibraryCopier.forEach(CopyFormat.blobStart, in: folder) { key, size in
            if let hash = CopyFormat.blob(of: key) { sizes[hash] = size }
        }
        return sizes
    }

    private var folderName: String { state.withLock { $0.folder?.name } ?? "object storage" }

    /// The place of the copy; `nil` when there is none. It is looked at anew, for another process may have begun one.
    private func folder() throws(LibraryError) -> (any ObjectPrefix)? {
        guard let place = try CopyPlace.read(in: directory), let address = ObjectAddress(place.address) else {
            return nil
        }
        return state.withLock { state in
            if let folder = state.folder, folder.name == place.address { return folder }
            let folder = objects(address)
            state.folder = folder
            return folder
        }
    }

    /// The fetching of a blob, which all wait for who want it; `nil` when the library has no copy.
    private func flight(for hash: BlobHash, into store: BlobStore) throws(LibraryError) -> Task<Bool, any Error>? {
        guard let folder = try folder() else { return nil }
        let now = now()
        return try state.withLock { state throws(LibraryError) in
            if let flight = state.flights[hash] { return flight }
            if let pause = state.pause, now < pause.until { throw pause.error }
            let flight = Task<Bool, any Error>(executorPreference: WaitingExecutor.shared) {
                do {
                    let isFound = try await self.room.with(1) {
                        try await Self.bring(hash, from: folder, into: store)
                    }
                    self.state.withLock { state in (state.flights[hash], state.pause) = (nil, nil) }
                    return isFound
                } catch {
                    let cause = Self.unavailable(error, folder.name)
                    let end = self.now() + Self.pause
                    self.state.withLock { state in
                        state.flights[hash] = nil
                        if cause.code == .unavailable, error is SourceError { state.pause = (end, cause) }
                    }
                    throw cause
                }
            }
            state.flights[hash] = flight
            return flight
        }
    }

    private static func bring(_ hash: BlobHash, from folder: any ObjectPrefix, into store: BlobStore) async throws
        -> Bool
    {
        let key = CopyFormat.key(of: hash)
        guard let (first, size) = try await folder.read(key, from: 0, count: CopyManifest.segmentBytes) else {
            return false
        }
        guard size <= LibraryCopier.maximumObjectBytes else {
            throw LibraryError(.damaged, "\(folder.name)\(key) has \(size) bytes, more than was ever written there.")
        }
        var writer = try store.makeWriter(limit: size)
        try writer.append(first)
        while writer.count < size {
            guard
                let (bytes, _) = try await folder.read(
                    key, from: writer.count, count: min(CopyManifest.segmentBytes, size - writer.count)),
                !bytes.isEmpty
            else { break }
            try writer.append(bytes)
        }
        guard try writer.finish(as: hash) else {
            throw LibraryError(.damaged, "\(folder.name)\(key) is not what its name says. Nothing was taken from it.")
        }
        return true
    }

    private static func unavailable(_ error: any Error, _ place: String) -> LibraryError {
        if let error = error as? LibraryError { return error }
        return LibraryError(.unavailable, "A file of the library is in \(place), which cannot be read now: \(error)")
    }
}

extension Library {
    /// Fetches a file that is only in the copy of the library, without keeping a thread waiting. Nothing happens where it is here, or nowhere.
    ///
    /// - Throws: `LibraryError` with code `unavailable` when the copy cannot be read now.
    package func fetch(_ blob: BlobHash) async throws(LibraryError) {
        guard let copied, try FileSystem.status(of: blobs.path(of: blob)) == nil else { return }
        _ = try await copied.fetched(blob, into: blobs)
    }

    /// Fetches all files that only the copy of the library has, four at a time, and returns their number.
    package func fetchAll() async throws -> Int {
        guard let copied else { return 0 }
        var missing: [BlobHash] = []
        for hash in try await copied.allSizes()?.keys ?? [:].keys
        where try FileSystem.status(of: blobs.path(of: hash)) == nil {
            missing.append(hash)
        }
        try await withThrowingTaskGroup { group in
            var waiting = missing.makeIterator()
            for _ in 0..<4 { if let hash = waiting.next() { group.addTask { try await self.fetch(hash) } } }
            while try await group.next() != nil {
                if let hash = waiting.next() { group.addTask { try await self.fetch(hash) } }
            }
        }
        return missing.count
    }

    private var copied: CopiedBlobs? { blobs.origin as? CopiedBlobs }
}
