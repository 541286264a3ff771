import HTTPTypes
import PlatformLibc
import PostcardCore
import PostcardDisk
import PostcardLibrary

extension SourcePictures {
    /// Reads several pictures into memory. Remote pictures are fetched first, under the permits for fetches.
    ///
    /// - Throws: the same errors as ``find(_:_:)`` and ``read(_:)``.
    func files(_ names: [String]) async throws -> Files {
        var found: [Found] = []
        for name in names { found.append(try await find(name, .bytes)) }
        return try await read(found)
    }

    /// Reads several pictures into memory with one permit for all of their bytes, because holding one permit while waiting for another
    /// could deadlock.
    ///
    /// - Throws: `HTTPError` with status 413 if the pictures after the first have more bytes in total than one picture may have.
    func read(_ found: [Found]) async throws -> Files {
        guard !found.isEmpty else { return .none }
        var found = found
        while true {
            let sizes = found.map(\.byteCount)
            guard sizes.dropFirst().reduce(0, +) <= maximumBytes else {
                throw HTTPError.picturesTooLarge(maximumBytes)
            }
            let permit = try await admission.waitingPermit(sizes.reduce(0, +))
            var pictures: [Picture] = []
            while pictures.count < found.count, let picture = try await picture(found[pictures.count]) {
                pictures.append(picture)
            }
            guard pictures.count < found.count else { return Files(pictures: pictures, permit: permit) }
            // The permit is not held here, so a slow origin does not delay requests for files.
            let absent = found[pictures.count]
            found[pictures.count] =
                if case .cached(let location) = absent.content {
                    try remotePicture(absent.name, at: location, try await remote.fetchAgain(location))
                } else { try await find(absent.name, .bytes) }
        }
    }

    /// Returns the picture if it is in memory; `nil` for a closed file, or a picture that the cache has dropped.
    private func picture(_ found: Found) async throws -> Picture? {
        switch found.content {
        case .closed: return nil
        case .fetched(let fetched): return fetched.picture
        case .cached(let location):
            guard let (picture, record) = remote.cached(location) else { return nil }
            try requireScopes(of: record, at: location, reachedBy: found.name)
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

    /// Reads a library picture, or a frame of a video.
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

    static func checked(_ size: Int, _ maximumBytes: Int) throws(HTTPError) -> Int {
        guard size <= maximumBytes else { throw .pictureTooLarge(maximumBytes) }
        return size
    }
}
