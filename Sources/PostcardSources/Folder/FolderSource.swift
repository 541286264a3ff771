public import Logging
import PlatformFoundation
import PostcardCore

/// Geotagged photos in a folder on disk and the folders within it.
///
/// Links are not followed: those that lead out of the folder must not be, and the others lead to files that are found
/// anyway. Names that begin with a dot are left out. All photos come in one page, nearest first.
public struct FolderSource: PhotoSource {
    /// Reads metadata from the first bytes of a file, 256 KiB at most; `nil` when there is none.
    public typealias MetadataReader = @Sendable (UnsafeRawBufferPointer) -> PhotoMetadata?

    /// `folder`.
    public let name = "folder"

    /// `nil`: files of a folder demand no attribution.
    public let notice: String? = nil

    private static let headLength = 256 << 10
    private static let pieceLength = 64 << 10

    private let root: String
    private let reading: MetadataReader
    private let logger: Logger?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - root: The path of the folder; it may itself be a link.
    ///   - reading: Reads the metadata of a picture.
    ///   - logger: Is told of files and folders that cannot be read; `nil` for silence.
    public init(root: String, reading: @escaping MetadataReader, logger: Logger? = nil) {
        self.root = root
        self.reading = reading
        self.logger = logger
    }

    /// The photos within the radius; see ``PhotoSource/photos(matching:page:)``.
    ///
    /// Licences are not asked for, since the files are the user's own. Words are sought in titles and paths.
    @concurrent
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        let tree = try FolderTree(root: root)
        let words = query.text.lowercased().split(separator: " ")
        var found: [(distance: Double, photo: RemotePhoto)] = []
        for path in tree.files(logger: logger) {
            try Task.checkCancellation()
            guard let photo = photo(at: path, in: tree, since: query.since), let place = photo.coordinate else {
                continue
            }
            let distance = query.center.distance(to: place)
            let text = "\(photo.title) \(photo.id)".lowercased()
            guard distance <= query.radius, words.allSatisfy({ text.contains($0) }) else { continue }
            found.append((distance, photo))
        }
        found.sort { ($0.distance, $0.photo.id) < ($1.distance, $1.photo.id) }
        return PhotoPage(
            photos: page == 1 ? found.map(\.photo) : [], number: page, pageCount: found.isEmpty ? 0 : 1,
            total: found.count, radius: query.radius)
    }

    /// Reads a file, always from its beginning; see ``PhotoSource``. There is only one size.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        let path = try FolderTree(root: root).path(of: photo.id)
        guard let rendition = photo.renditions.first else {
            throw SourceError(.gone, "\(path) is not a photo of this folder.")
        }
        var file = try FileReader(path: path)
        guard file.size <= maximumBytes else {
            throw SourceError(.tooLarge, "\(path) has \(file.size) bytes; \(maximumBytes) are allowed.")
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
                throw SourceError(.tooLarge, "\(path) grew beyond the \(maximumBytes) bytes that are allowed.")
            }
            try await sink(.received(piece))
            try Task.checkCancellation()
            piece = try file.read(upTo: Self.pieceLength)
        }
        return PictureDownload(rendition: rendition, byteCount: byteCount, url: rendition.url)
    }

    /// The photo in a file, or `nil` when it is none, too old, or cannot be read.
    private func photo(at path: String, in tree: FolderTree, since: Date?) -> RemotePhoto? {
        do throws(SourceError) {
            let fullPath = tree.fullPath(of: path)
            var file = try FileReader(path: fullPath)
            guard file.modified >= since?.timeIntervalSince1970 ?? -.infinity else { return nil }
            // Most of what lies about in folders is told by its first bytes; only pictures are read on.
            let signature = try file.read(upTo: PictureSignature.length)
            guard PictureSignature.picture(in: signature) != nil else { return nil }
            let head = signature + (try file.read(upTo: Self.headLength - signature.count))
            guard let metadata = head.withUnsafeBytes(reading) else { return nil }
            return RemotePhoto(
                source: name, id: path, title: metadata.title ?? String(path.split(separator: "/").last ?? ""),
                ownerName: metadata.artist ?? "", ownerURL: nil, pageURL: nil,
                license: .localFile(copyright: metadata.copyright), dateTaken: metadata.dateTaken,
                coordinate: metadata.coordinate,
                renditions: [Rendition(url: URL(filePath: fullPath), longEdge: 0, kind: .original)])
        } catch {
            logger?.notice("File left out.", metadata: ["reason": "\(error.message)"])
            return nil
        }
    }
}

/// The metadata of a photo's file, read by the caller, who knows the formats.
public struct PhotoMetadata: Sendable, Hashable {
    /// The position of the camera.
    public var coordinate: Coordinate?

    /// The date of the photo in the words of the file.
    public var dateTaken: String?

    /// Its title or description.
    public var title: String?

    /// The photographer.
    public var artist: String?

    /// The copyright notice.
    public var copyright: String?

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - coordinate: Where it was taken.
    ///   - dateTaken: When it was taken, as the file words it.
    ///   - title: Its title or description.
    ///   - artist: Who took it.
    ///   - copyright: The copyright notice.
    public init(
        coordinate: Coordinate? = nil, dateTaken: String? = nil, title: String? = nil, artist: String? = nil,
        copyright: String? = nil
    ) {
        self.coordinate = coordinate
        self.dateTaken = dateTaken
        self.title = title
        self.artist = artist
        self.copyright = copyright
    }
}

extension License {
    private static let localFileID = "local-file"

    /// True for the terms of a file in a local folder.
    package var isLocalFile: Bool { id == Self.localFileID }

    /// The terms of a file in a local folder, whose use is up to its owner. `copyright` is the notice in the file,
    /// which then has to stay with the photo.
    package static func localFile(copyright: String?) -> License {
        License(
            id: localFileID, name: copyright ?? "Local file", url: "", allowsDerivatives: true,
            requiresAttribution: copyright != nil)
    }
}
