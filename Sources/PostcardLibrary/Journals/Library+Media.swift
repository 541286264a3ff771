import PlatformFoundation
package import PostcardImaging
package import PostcardPhotos
import SystemPackage

extension Library {
    /// The maximum length of a video in bytes: more than an hour of 4K video.
    private static let maximumVideoBytes = 64 << 30

    /// Stores the file of a picture or video without a record. For a picture, also makes the smaller versions, which proves that the
    /// picture can be decoded.
    ///
    /// - Returns: the properties of the file, and the thumbnail of a picture; `nil` for a video and for a picture that the library already
    ///   has.
    /// - Throws: `LibraryError` with code `unsupported` for other files; `ImageError` for a damaged picture.
    func store(_ source: MediumSource) async throws -> (medium: Medium, thumbnail: Image?) {
        try prepareForBlobs()
        switch source {
        case .photo(let photo): return (medium(of: photo), nil)
        case .medium(let medium): return (medium, nil)
        case .stored(let blob, let name, let changed):
            let head = try PictureFile.head(of: blobs.path(of: blob.hash), count: VideoContainer.headLength)
            guard ImageFormat(sniffing: head.span.bytes) != nil else {
                return (try await storeVideo(blob, head: head, name: name, changed: changed), nil)
            }
            return try storePicture(blobs.read(blob.hash, limit: limits.bytes), name: name, changed: changed)
        case .bytes(let bytes, let name):
            if ImageFormat(sniffing: bytes.span.bytes) != nil { return try storePicture(bytes, name: name) }
            return (try await storeVideo(try blobs.put(bytes), head: bytes, name: name), nil)
        case .file(let path):
            let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
            let name = path.lastComponent?.string
            if ImageFormat(sniffing: head.span.bytes) != nil {
                let bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
                return try storePicture(bytes, name: name, changed: fileTime(of: path))
            }
            // The file is checked before it is copied, because it may be a large file that is not a video.
            if VideoContainer.fileExtension(sniffing: head) == nil {
                switch try await VideoFacts.read(VideoFile(path), by: mediaTools) {
                case .success: break
                case .failure(.missing): throw Self.unsupported(name, Self.noFFmpeg)
                case .failure: throw Self.unsupported(name, "its format is not supported")
                }
            }
            let blob = try blobs.put(copyOf: path, limit: Self.maximumVideoBytes)
            return (try await storeVideo(blob, head: head, name: name, changed: fileTime(of: path)), nil)
        }
    }

    /// Returns the modification time of a file; the current time if it is unknown.
    func fileTime(of path: FilePath) throws(FileError) -> WallTime {
        let changed = (try? FileSystem.status(of: path))?.map { Date(timeIntervalSince1970: $0.modified) }
        return try wallTime(changed.flatMap { WallTime($0, secondsFromUTC: environment.secondsFromUTC($0)) })
    }

    /// Stores the file of a picture or video before its entry is added. If no record refers to the file later, `compact` removes it.
    ///
    /// - Returns: the source for `addEntry` or `updateEntry`.
    /// - Throws: the errors of `addEntry` for a file that is damaged, or that is neither a picture nor a video.
    package func storeMedium(_ source: MediumSource) async throws -> MediumSource {
        let medium = try await store(source).medium
        switch source {
        case .photo, .medium: return source
        case .file, .bytes, .stored: break
        }
        let changed = medium.dateOrigin == .fileTime ? medium.dateTaken : nil
        return .stored(medium.reference, name: medium.name, changed: changed)
    }

    /// Returns the memory in bytes that a child process needs to decode a stored picture; 0 if no child process is needed.
    package func processMemory(of source: MediumSource) throws -> Int {
        guard case .stored(let blob, _, _) = source else { return 0 }
        let head = try PictureFile.head(of: blobs.path(of: blob.hash), count: 32)
        guard let format = ImageFormat(sniffing: head.span.bytes), Isolation.applies(to: format) else { return 0 }
        return try limits.processMemory(for: blobs.read(blob.hash, limit: limits.bytes))
    }

    private func storePicture(
        _ bytes: [UInt8], name: String?, changed: WallTime? = nil
    ) throws -> (medium: Medium, thumbnail: Image?) {
        do {
            let picture = try OpenedPicture(bytes)
            let thumbnail = try makeAllDerived(of: picture, hash: BlobHash(of: bytes))
            let blob = try blobs.put(bytes)
            let medium = Medium(picture.header, blob, name: name, changed: changed, color: try thumbnail.meanColor())
            return (medium, thumbnail)
        } catch let error as ImageError {
            throw error.naming(name ?? "the picture")
        }
    }

    private func storeVideo(
        _ blob: BlobReference, head: [UInt8], name: String?, changed: WallTime? = nil
    ) async throws -> Medium {
        let container = VideoContainer.fileExtension(sniffing: head)
        let facts: VideoFacts?
        switch try await VideoFacts.read(VideoFile(blobs.path(of: blob.hash)), by: mediaTools) {
        case .success(let known): facts = known
        case .failure(.missing) where container != nil: facts = nil
        case .failure(.missing): throw Self.unsupported(name, Self.noFFmpeg)
        case .failure(.unreadable(let reason)): throw Self.unsupported(name, reason)
        }
        let named = name.flatMap { FilePath($0).extension?.lowercased() }.flatMap { Medium.isFormat($0) ? $0 : nil }
        var medium = Medium(
            kind: .video, blob: blob.hash, bytes: blob.size, format: container ?? named ?? "video",
            width: facts?.size.width, height: facts?.size.height, seconds: facts?.duration, name: name,
            dateTaken: facts?.localDate(name: name), coordinate: facts?.coordinate)
        medium.useDate(changed: changed)
        return medium
    }

    func medium(of photo: Photo) -> Medium {
        let head = try? PictureFile.head(of: blobs.path(of: photo.blob), count: 32)
        let format = head.flatMap { ImageFormat(sniffing: $0.span.bytes) }
        return Medium(
            kind: .picture, blob: photo.blob, bytes: photo.bytes, format: (format ?? .jpeg).fileExtension,
            width: photo.width, height: photo.height, title: photo.title.isEmpty ? nil : photo.title,
            dateTaken: photo.dateTaken.flatMap { WallTime($0) },
            coordinate: photo.coordinate, color: photo.color, photo: photo.id, credit: photo.credit,
            license: photo.license)
    }

    private static let noFFmpeg = "ffmpeg, which reads videos, is not installed"

    private static func unsupported(_ name: String?, _ reason: String) -> LibraryError {
        LibraryError(
            .unsupported,
            "Can't read \(name ?? "the file") as a picture or video: \(reason).")
    }
}

extension Medium {
    /// Makes the medium for a picture from its file header.
    init(
        _ header: ImageHeader, _ blob: BlobReference, name: String?, changed: WallTime? = nil, color: Color? = nil
    ) {
        let metadata = header.metadata
        self.init(
            kind: .picture, blob: blob.hash, bytes: blob.size, format: header.format.fileExtension,
            width: header.size.width, height: header.size.height, name: name, title: metadata.title,
            dateTaken: metadata.dateTaken.flatMap { WallTime($0) }, subseconds: metadata.subseconds,
            coordinate: metadata.coordinate, color: color, credit: metadata.artist ?? metadata.copyright,
            license: metadata.copyright.map { .localFile(copyright: $0) })
        useDate(changed: changed)
    }

    /// If the date is unknown, uses the date in the file name, or else the modification time of the file.
    fileprivate mutating func useDate(changed: WallTime?) {
        guard dateTaken == nil else { return }
        if let named = name.flatMap({ WallTime(fileName: $0) }) {
            (dateTaken, dateOrigin) = (named, .fileName)
        } else if let changed {
            (dateTaken, dateOrigin) = (changed, .fileTime)
        }
    }
}

extension Metadata {
    /// The position where a picture was taken; `nil` if it is unknown or invalid.
    package var coordinate: Coordinate? {
        position.flatMap { try? Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
