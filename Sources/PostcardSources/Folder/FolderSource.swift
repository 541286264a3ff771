public import Logging
public import PlatformFoundation
import PostcardCore
public import PostcardPhotos
public import SystemPackage

/// Photos that have positions, from a folder on disk and its subfolders.
///
/// Links are not followed, because they could lead out of the folder. Hidden files are skipped. All photos are on one page, nearest first.
public struct FolderSource: PhotoSource {
    /// A function that reads metadata from the first bytes of a file; `nil` if the bytes contain no metadata.
    ///
    /// The function first receives at most 256 KiB. If these bytes contain no position, it then receives the whole file, if that is at most
    /// 64 MiB. `ImageHeader` in `PostcardImaging` provides the metadata for all formats:
    ///
    /// ```swift
    /// let source = try FolderSource(directory: photos) { head in
    ///     guard let metadata = try? ImageHeader(of: head).metadata else { return nil }
    ///     return PhotoMetadata(
    ///         coordinate: metadata.position.flatMap { try? Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
    ///         dateTaken: metadata.dateTaken, title: metadata.title, artist: metadata.artist,
    ///         copyright: metadata.copyright)
    /// }
    /// ```
    public typealias MetadataReader = @Sendable (_ head: [UInt8]) -> PhotoMetadata?

    /// The name of the source: `folder`.
    public let name = "folder"

    /// `nil`, because no terms apply to the whole folder. A file's copyright notice is in its photo's license.
    public let notice: String? = nil

    private static let headLength = 256 << 10
    /// The maximum length in bytes of a file that is read completely for its metadata.
    private static let maximumLength = 64 << 20
    private static let pieceLength = 64 << 10

    private let root: String
    private let readMetadata: MetadataReader
    private let logger: Logger?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - directory: the folder, which can be a link.
    ///   - readMetadata: reads the positions, dates and names of photos.
    ///   - logger: the log for files and folders that can't be read; `nil` for none.
    public init(directory: FilePath, readingMetadata readMetadata: @escaping MetadataReader, logger: Logger? = nil) {
        self.init(root: directory.string, reading: readMetadata, logger: logger)
    }

    /// Makes a source for the folder at a file URL.
    ///
    /// - Throws: `SourceError` with code `unreadableFile` for any other URL.
    public init(
        directory: URL, readingMetadata readMetadata: @escaping MetadataReader, logger: Logger? = nil
    ) throws(SourceError) {
        guard let path = directory.filePath else {
            throw SourceError(.unreadableFile, "\(directory) is not a file URL. Make one with URL(filePath:).")
        }
        self.init(directory: FilePath(path), readingMetadata: readMetadata, logger: logger)
    }

    /// Makes a source for the folder at a path, which is stored as written.
    package init(root: String, reading: @escaping MetadataReader, logger: Logger? = nil) {
        self.root = root
        readMetadata = reading
        self.logger = logger
    }

    /// Returns the photos within the radius; see `PhotoSource.photos(matching:page:)`.
    ///
    /// Licenses are ignored, because the files belong to the user. A query's words are searched for in titles and paths.
    @concurrent
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        let tree = try FolderTree(root: root)
        let words = query.words
        var found: [(distance: Double, name: NaturalKey, photo: RemotePhoto)] = []
        for path in tree.files(logger: logger) {
            try Task.checkCancellation()
            guard let photo = photo(at: path, in: tree, since: query.since), let place = photo.coordinate else {
                continue
            }
            let distance = query.center.distance(to: place)
            let text = "\(photo.title) \(photo.id)".lowercased()
            guard distance <= query.radius, words.allSatisfy({ text.contains($0) }) else { continue }
            found.append((distance, NaturalKey(photo.id.utf8), photo))
        }
        found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return PhotoPage(
            photos: page == 1 ? found.map(\.photo) : [], number: page, pageCount: found.isEmpty ? 0 : 1,
            total: found.count, radius: query.radius)
    }

    /// Reads a file from its start; see `PhotoSource`. A file has only one size.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: nonisolated(nonsending) (Rendition) async throws -> PartialPicture?,
        to sink: nonisolated(nonsending) (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        let path = try FolderTree(root: root).path(of: photo.id)
        guard let rendition = photo.renditions.first else {
            throw SourceError(.gone, "\(path) is not a photo in this folder.")
        }
        var file = try FileReader(path: path)
        guard file.size <= maximumBytes else {
            throw SourceError(.tooLarge, "\(path) has \(file.size) bytes; the limit is \(maximumBytes).")
        }
        var piece = try file.read(upTo: Self.pieceLength)
        guard PictureSignature.picture(in: piece) != nil else {
            throw SourceError(.notAPicture, "\(path) is not a picture.")
        }
        try await sink(.began(PictureStart(rendition: rendition, length: file.size)))
        var byteCount = 0
        while !piece.isEmpty {
            byteCount += piece.count
            guard byteCount <= maximumBytes else {
                throw SourceError(.tooLarge, "\(path) grew beyond the limit of \(maximumBytes) bytes.")
            }
            try await sink(.received(piece))
            try Task.checkCancellation()
            piece = try file.read(upTo: Self.pieceLength)
        }
        return PictureDownload(rendition: rendition, byteCount: byteCount, url: rendition.url)
    }

    /// Returns the photo in a file; `nil` if the file is older than `since`, unreadable or not a photo.
    private func photo(at path: String, in tree: FolderTree, since: Date?) -> RemotePhoto? {
        do throws(SourceError) {
            let fullPath = tree.fullPath(of: path)
            var file = try FileReader(path: fullPath)
            guard file.modified >= since?.timeIntervalSince1970 ?? -.infinity else { return nil }
            // Files that are not pictures are recognized by their first bytes.
            let signature = try file.read(upTo: PictureSignature.length)
            guard PictureSignature.picture(in: signature) != nil else { return nil }
            var head = signature + (try file.read(upTo: Self.headLength - signature.count))
            var found = readMetadata(head)
            // Large previews can push a JPEG's metadata further back; in other formats, it can be at the end of the file.
            let isJPEG = signature.starts(with: [0xFF, 0xD8])
            if found == nil || found?.coordinate == nil && !isJPEG, file.size > head.count,
                file.size <= Self.maximumLength
            {
                head += try file.read(upTo: file.size - head.count)
                found = readMetadata(head)
            }
            guard let metadata = found else { return nil }
            return RemotePhoto(
                source: name, id: path, title: metadata.title ?? String(path.split(separator: "/").last ?? ""),
                ownerName: metadata.artist ?? "", ownerURL: nil, pageURL: nil,
                license: .localFile(copyright: metadata.copyright), dateTaken: metadata.dateTaken,
                coordinate: metadata.coordinate,
                renditions: [Rendition(url: URL(filePath: fullPath), longEdge: 0, kind: .original)])
        } catch {
            logger?.notice("File skipped.", metadata: ["reason": "\(error.message)"])
            return nil
        }
    }
}
