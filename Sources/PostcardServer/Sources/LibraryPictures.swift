import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary
import Synchronization
import SystemPackage

/// The pictures of a library by their ids: photos and memes as `library:photo-7k3x9w2mq4ta`, what is beneath a meme as
/// `library:meme-2v8nq0c4r6td/source`, what lies on it by the SHA-256 that its specification names, and pictures of
/// entries by their numbers as `library:entry-5t1z8k3w9c2x/2`.
///
/// The index is asked each time: what was deleted is not there any more.
struct LibraryPictures: Sendable {
    /// A picture's file in the library.
    struct Item: Sendable {
        let hash: BlobHash
        let byteCount: Int
        /// The origin with which a meme of it is recorded.
        let origin: MemeOrigin
        /// The path of a video, of which a frame is shown; `nil` for pictures.
        var videoPath: String?
    }

    private let opened: Library?
    private let presence: LibraryPresence?

    init(library: Library?) {
        opened = library
        presence = library.map(LibraryPresence.init)
    }

    /// The library, `nil` where there is none.
    ///
    /// - Throws: `HTTPError` with status 503 when it is away.
    var library: Library? {
        get throws(HTTPError) {
            try presence?.require()
            return opened
        }
    }

    var isThere: Bool { presence?.isThere ?? true }

    /// - Throws: `HTTPError` with status 503 when the library is away.
    func requirePresence() throws(HTTPError) { try presence?.require() }
    /// - Throws: `HTTPError` with status 404 when there is none; `LibraryError`.
    func item(_ name: String) throws -> Item {
        let parts = name.dropFirst(PictureName.libraryPrefix.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let library = try library else { throw Self.notThere }
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
        throw Self.notThere
    }

    /// The record with an id; `nil` when there is none, and for the id of another kind.
    private static func record<Value: Decodable>(
        _ kind: RecordKind, _ id: String, of library: Library
    ) throws -> Value? {
        guard id.hasPrefix("\(kind)-") else { return nil }
        return try library.index.record(RecordKey(kind, id))?.decode(Value.self)
    }

    /// The file of a meme, or with `part` one that it was made of.
    private static func file(_ part: String?, of meme: MemeRecord) -> (hash: BlobHash, bytes: Int)? {
        guard let part else { return (meme.blob, meme.bytes) }
        let source = part == "source" ? meme.source : meme.overlays?.first { "\($0.blob)" == part }
        return source.map { ($0.blob, $0.bytes) }
    }

    private static let notThere = HTTPError(.notFound, "There is no such picture.")

    /// The pictures that a name stands for: the photos of an album in their order for that of its pin, otherwise itself.
    ///
    /// - Throws: `HTTPError` with status 404 when there is no such pin or its album is empty; `LibraryError`.
    func names(in name: String) throws -> [String] {
        let id = name.dropFirst(PictureName.libraryPrefix.count)
        guard PictureName.isInLibrary(name), id.hasPrefix("pin-") else { return [name] }
        guard let library = try library, let album = try library.album(of: String(id)) else {
            throw HTTPError(.notFound, "There is no such album.")
        }
        let photos = try library.photos(of: album)
        guard !photos.isEmpty else { throw HTTPError(.notFound, "The album has no photos.") }
        return photos.map { PictureName.libraryPrefix + $0.id }
    }

    /// The caption of a picture on a sheet: the title of a photo, the words of a meme, the name of another file.
    ///
    /// - Throws: as ``item(_:)``.
    func caption(of name: String) throws -> String {
        guard PictureName.isInLibrary(name) else { return Self.fileName(name) }
        return switch try item(name).origin {
        case .photo(let photo): photo.title
        case .meme(let meme): MemeListing.words(meme)
        case .medium(let medium): medium.title ?? medium.name ?? ""
        case .file, .url, .template: ""
        }
    }

    private static func fileName(_ name: String) -> String {
        guard PictureName.isAddress(name) else { return String(name.split(separator: "/").last ?? "") }
        let path = name.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last ?? ""
        return PercentEncoding.decode(last) ?? String(last)
    }

    /// - Throws: `HTTPError` with status 403 when the picture is one of the library whose licence forbids it.
    func requirePermission(toChange name: String) throws {
        guard PictureName.isInLibrary(name) else { return }
        guard try item(name).origin.allowsDerivatives else {
            throw HTTPError(
                .forbidden, "The licence of this picture does not allow changed versions, and a meme is one.")
        }
    }

    func bytes(of item: Item, limit: Int) throws -> [UInt8] {
        guard let library = try library else { throw HTTPError.notFound }
        do {
            return try library.blobs.read(item.hash, limit: limit)
        } catch let error where error.code == .missingBlob {
            throw HTTPError(.notFound, "The picture cannot be read.")
        }
    }
}

/// Tells a library that is away, with its disk, from one in which nothing is: a client that keeps a copy must not take the one for
/// the other.
final class LibraryPresence: Sendable {
    private let directory: String
    private let index: String
    /// True when another file system was mounted there, which may hold a library that is still empty.
    private let isMountPoint: Bool
    /// True when there was an index, which a new library has not.
    private let hadIndex: Atomic<Bool>

    init(_ library: Library) {
        directory = "\(library.directory)"
        index = "\(library.index.path)"
        isMountPoint = PictureFolder.isMountPoint(directory)
        hadIndex = Atomic(FileManager.default.fileExists(atPath: index))
    }

    var isThere: Bool {
        guard !isMountPoint || PictureFolder.isMountPoint(directory) else { return false }
        if FileManager.default.fileExists(atPath: index) {
            hadIndex.store(true, ordering: .relaxed)
            return true
        }
        return !hadIndex.load(ordering: .relaxed) && FileManager.default.fileExists(atPath: directory)
    }

    /// - Throws: `HTTPError` with status 503 when the library is away.
    func require() throws(HTTPError) {
        guard isThere else {
            throw HTTPError(.serviceUnavailable, "The library is away. Try again later.", retryAfter: 5)
        }
    }
}
