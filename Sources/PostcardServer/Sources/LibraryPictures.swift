import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary
import Synchronization
import SystemPackage

/// The pictures of the library, by name.
///
/// The name of a photo or meme is like `library:photo-7k3x9w2mq4ta`. A meme's base image is `library:meme-2v8nq0c4r6td/source`; its
/// overlays are `library:meme-2v8nq0c4r6td/SHA-256`. An entry's picture is `library:entry-5t1z8k3w9c2x/2`. Each lookup reads the index, so
/// deleted pictures are not found.
final class LibraryPictures: Sendable {
    /// A picture's file in the library.
    struct Item: Sendable {
        let hash: BlobHash
        let byteCount: Int
        /// The origin to record for a meme that is made from the picture.
        let origin: MemeOrigin
        /// The path of a video, from which a single frame is shown; `nil` for pictures.
        var videoPath: String?
    }

    private let opened: Library?
    /// The file calls in the library's folder.
    let calls: FolderCalls
    /// True if the library's folder was a mount point at startup. The library might have been empty at startup.
    private let isMountPoint: Bool
    /// True once an index has existed; a new library has no index.
    private let hadIndex: Atomic<Bool>

    init(library: Library?, calls: FolderCalls) {
        (opened, self.calls) = (library, calls)
        isMountPoint = library.map { PictureFolder.isMountPoint("\($0.directory)") } ?? false
        hadIndex = Atomic(library.map { FileManager.default.fileExists(atPath: "\($0.index.path)") } ?? false)
    }

    /// Runs file calls in the library. Without a library, every name is unknown.
    ///
    /// - Throws: the error from `work`; `HTTPError` with status 503 while the library is unavailable or does not respond.
    private func run<Value: Sendable>(
        within limit: Duration = FolderCalls.limit, _ work: @escaping @Sendable (Library) throws -> Value
    ) async throws -> Value {
        guard let opened else { throw Self.notFound }
        return try await calls.run(within: limit) {
            try self.requirePresence()
            return try work(opened)
        }
    }

    /// Checks that the library's folder is available. Call this only within a file call.
    ///
    /// - Throws: `HTTPError` with status 503 while the folder is unavailable.
    func requirePresence() throws(HTTPError) {
        if !isAvailable {
            throw HTTPError(.serviceUnavailable, "The library is unavailable. Try again later.", retryAfter: 5)
        }
    }

    /// True unless the library's disk is unavailable. A missing library must not look like an empty one, because clients would delete their
    /// copies.
    var isAvailable: Bool {
        guard let opened else { return true }
        let directory = "\(opened.directory)"
        guard !isMountPoint || PictureFolder.isMountPoint(directory) else { return false }
        if FileManager.default.fileExists(atPath: "\(opened.index.path)") {
            hadIndex.store(true, ordering: .relaxed)
            return true
        }
        return !hadIndex.load(ordering: .relaxed) && FileManager.default.fileExists(atPath: directory)
    }

    /// Returns the picture with the given name.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown name; `FileError`.
    func item(_ name: String) async throws -> Item { try await run { try Self.item(name, of: $0) } }

    private static func item(_ name: String, of library: Library) throws -> Item {
        let parts = name.dropFirst(PictureName.libraryPrefix.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw Self.notFound }
        let id = String(parts[0])
        let part = parts.dropFirst().first.map { String($0) }
        if part == nil, let photo: Photo = try Self.record(.photo, id, of: library) {
            return Item(hash: photo.blob, byteCount: photo.bytes, origin: .photo(photo))
        }
        if let meme: MemeRecord = try Self.record(.meme, id, of: library), let file = Self.file(part, of: meme) {
            return Item(hash: file.hash, byteCount: file.bytes, origin: .meme(meme))
        }
        if let number = part.flatMap({ Int($0) }), let entry: Entry = try Self.record(.entry, id, of: library),
            let medium = entry.medium(numbered: number)
        {
            return Item(
                hash: medium.blob, byteCount: medium.bytes, origin: .medium(medium),
                videoPath: medium.kind == .video ? library.blobs.path(of: medium.blob).string : nil)
        }
        throw Self.notFound
    }

    /// Returns the record with the given id; `nil` for an unknown id or a record of another kind.
    private static func record<Value: Decodable>(
        _ kind: RecordKind, _ id: String, of library: Library
    ) throws -> Value? {
        guard id.hasPrefix("\(kind)-") else { return nil }
        return try library.index.record(RecordKey(kind, id))?.decode(Value.self)
    }

    /// Returns the file of a meme or, if `part` is not `nil`, of its base image or an overlay.
    private static func file(_ part: String?, of meme: MemeRecord) -> (hash: BlobHash, bytes: Int)? {
        guard let part else { return (meme.blob, meme.bytes) }
        let source = part == "source" ? meme.source : meme.overlays?.first { "\($0.hash)" == part }
        return source.map { ($0.hash, $0.size) }
    }

    private static let notFound = HTTPError(.notFound, "Picture not found.")

    /// Returns the names of the pictures that a name stands for: for a pin, the photos of its album in order; otherwise, the name itself.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown pin or an empty album; `FileError`.
    func names(in name: String) async throws -> [String] {
        let id = String(name.dropFirst(PictureName.libraryPrefix.count))
        guard PictureName.isInLibrary(name), id.hasPrefix("pin-") else { return [name] }
        let noAlbum = HTTPError(.notFound, "Album not found.")
        guard opened != nil else { throw noAlbum }
        let photos = try await run { library in
            guard let album = try library.album(of: Pin.ID(rawValue: id)) else { throw noAlbum }
            return try library.photos(of: album)
        }
        guard !photos.isEmpty else { throw HTTPError(.notFound, "The album has no photos.") }
        return photos.map { PictureName.libraryPrefix + $0.id.rawValue }
    }

    /// Returns the caption of a picture on a contact sheet: the title of a photo, the text of a meme, or the name of a file.
    ///
    /// - Throws: the same errors as ``item(_:)``.
    func caption(of name: String) async throws -> String {
        guard PictureName.isInLibrary(name) else { return Self.fileName(name) }
        return switch try await item(name).origin {
        case .photo(let photo): photo.title
        case .meme(let meme): MemeListing.words(meme)
        case .medium(let medium): medium.title ?? medium.name ?? ""
        case .file, .url, .template, .joined: ""
        }
    }

    private static func fileName(_ name: String) -> String {
        guard PictureName.isURL(name) else { return String(name.split(separator: "/").last ?? "") }
        let path = name.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last ?? ""
        return PercentEncoding.decode(last) ?? String(last)
    }

    func bytes(of item: Item, limit: Int) async throws -> [UInt8] {
        try await run(within: FolderCalls.limit(for: item.byteCount)) { library in
            do {
                return try library.blobs.read(item.hash, limit: limit)
            } catch let error as FileError where error.code == .missingBlob {
                throw HTTPError.unreadablePicture
            }
        }
    }
}

extension MemeOrigin {
    /// Checks that the license of a library picture allows derivatives.
    ///
    /// - Throws: `HTTPError` with status 403 if the license forbids derivatives.
    func requireDerivatives() throws(HTTPError) {
        guard allowsDerivatives else {
            throw HTTPError(
                .forbidden, "The license of this picture does not allow derivatives such as memes.")
        }
    }
}
