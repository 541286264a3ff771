import PostcardImaging
public import SystemPackage

extension Library {
    /// Returns the path of the file of a photo, a picture of an entry or a meme, which is never changed.
    ///
    /// - Parameter blob: the hash of its bytes, as records have it.
    public func file(of blob: BlobHash) -> FilePath { blobs.path(of: blob) }

    /// A smaller version of a picture, made now when it is not in the cache, and kept there if the cache can be written.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged.
    public func derivedPicture(_ size: DerivedSize, of blob: BlobHash) throws -> DerivedPicture {
        let path = try derivedPath(size, of: blob)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let bytes = try PictureFile.read(blobs.path(of: blob), maximumBytes: limits.bytes)
        let longEdge = try settings().longEdge(of: size)
        return try ImageWork.run { try saveDerived(decoded(bytes, longEdge: longEdge), to: path) }
    }

    /// The file with a smaller version of a picture, made now when it is not there; the picture's own file if the cache cannot
    /// be written.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged.
    public func derivedFile(_ size: DerivedSize, of blob: BlobHash) throws -> FilePath {
        let path = try derivedPath(size, of: blob)
        do throws(LibraryError) {
            if try !Self.isThere(path) { try FileSystem.makeDirectories(path.removingLastComponent()) }
        } catch {
            // Not decoded for nothing.
            guard error.meansUnwritable else { throw error }
            guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
            return blobs.path(of: blob)
        }
        let picture = try derivedPicture(size, of: blob)
        return picture.unsavedBytes == nil ? picture.path : blobs.path(of: blob)
    }

    /// Makes the smaller versions of a picture that are not there, all from one decoding, which ends when the task is cancelled.
    ///
    /// - Parameters:
    ///   - bytes: the file of the picture, whose header was read.
    ///   - hash: the hash of those bytes.
    ///   - decode: decodes a file to fit into a square of so many pixels; `nil` for the usual way.
    /// - Returns: the thumbnail as it is in its file, so that one that was there already is the same.
    /// - Throws: `ImageError` for a damaged picture; `LibraryError` when the cache cannot be read.
    @discardableResult
    func makeAllDerived(
        of bytes: [UInt8], _ header: ImageHeader, hash: BlobHash,
        decode: ((_ bytes: [UInt8], _ longEdge: Int) throws -> Image)? = nil
    ) throws -> Image {
        let decode = decode ?? decoded
        let settings = try settings()
        let missing = try DerivedSize.allCases.filter { try !Self.isThere(derivedPath($0, of: hash)) }
            .sorted { settings.longEdge(of: $0) > settings.longEdge(of: $1) }
        var thumbnail: [UInt8]?
        if let largest = missing.first {
            try ImageWork.run {
                var image = try decode(bytes, settings.longEdge(of: largest))
                for size in missing {
                    let target = Resize(into: .square(settings.longEdge(of: size))).size(for: header.size)
                    if target != image.size {
                        image = try image.resized(to: target, linearLight: header.format.isOfPhotos)
                    }
                    let bytes = try image.flattened(onto: .white).encoded(.jpeg())
                    try save(bytes, to: derivedPath(size, of: hash))
                    if size == .thumbnail { thumbnail = bytes }
                }
            }
        }
        let path = try derivedPath(.thumbnail, of: hash)
        return try Image(decoding: thumbnail ?? PictureFile.read(path, maximumBytes: limits.bytes))
    }

    private func decoded(_ bytes: [UInt8], longEdge: Int) throws -> Image {
        try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(longEdge)), limits: limits))
    }

    /// Returns a Boolean value that indicates whether a smaller version is there. One without bytes was left by a power
    /// cut.
    static func isThere(_ path: FilePath) throws(LibraryError) -> Bool {
        guard let status = try FileSystem.status(of: path) else { return false }
        return status.size > 0
    }

    /// Writes a smaller version into the cache, if that can be written.
    @discardableResult
    func saveDerived(
        _ image: Image, to path: FilePath, as options: EncodingOptions = .jpeg()
    ) throws -> DerivedPicture {
        try save(image.flattened(onto: .white).encoded(options), to: path)
    }

    @discardableResult
    private func save(_ bytes: [UInt8], to path: FilePath) throws(LibraryError) -> DerivedPicture {
        do throws(LibraryError) {
            try FileSystem.makeDirectories(path.removingLastComponent())
            try PictureFile.write(bytes, to: path, replacing: true)
        } catch {
            // There may be a link in the cache that leads nowhere.
            guard error.meansUnwritable || error.code == .exists else { throw error }
            return DerivedPicture(path: path, unsavedBytes: bytes)
        }
        return DerivedPicture(path: path)
    }

    /// The size is part of the path, so that other settings make other files.
    func derivedPath(_ size: DerivedSize, of hash: BlobHash) throws(LibraryError) -> FilePath {
        cachePath("\(size.rawValue)-\(try settings().longEdge(of: size))", hash, "jpg")
    }

    func cachePath(_ folder: String, _ hash: BlobHash, _ suffix: String) -> FilePath {
        let name = hash.description
        return directory.appending("cache").appending(folder).appending(String(name.prefix(2)))
            .appending("\(name.dropFirst(2)).\(suffix)")
    }
}

extension LibraryError {
    /// A Boolean value that indicates whether a file could not be written because of its place, and might be done
    /// without.
    var meansUnwritable: Bool { [.permissionDenied, .readOnlyFileSystem, .noSpace].contains(code) }
}

extension Library {
    /// The formats of pictures in widths.
    package enum WidthFormat: String, Sendable {
        case jpeg = "jpg"
        case webp

        fileprivate var options: EncodingOptions { self == .webp ? .webp() : .jpeg() }
    }

    /// A picture that is so many pixels wide, or as wide as it is where that is less, made now when it is not in the cache; of a video
    /// the frame with a play mark that its peek has.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged, `CancellationError`.
    package func derivedPicture(
        _ width: PictureWidth, as format: WidthFormat, of kind: Medium.Kind, _ blob: BlobHash
    ) async throws -> DerivedPicture {
        let path = cachePath(width.name, blob, format.rawValue)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let bytes: [UInt8]
        if kind == .video {
            let (poster, problem) = try await poster(.peek, ofVideo: blob)
            // A placeholder makes way for the poster once there is ffmpeg.
            guard problem == nil else { return poster }
            bytes = try poster.read()
        } else {
            bytes = try largerVersion(for: width, of: blob)
        }
        let box = PixelSize(width: width.rawValue, height: Self.maximumHeight)
        return try ImageWork.run {
            let image = try Image(
                decoding: bytes, options: DecodingOptions(resize: Resize(into: box), limits: limits))
            return try saveDerived(image, to: path, as: format.options)
        }
    }

    /// The peek where it is half as wide again, which looks the same and takes a tenth of the time; otherwise the picture.
    private func largerVersion(for width: PictureWidth, of blob: BlobHash) throws(LibraryError) -> [UInt8] {
        let (path, peek) = (blobs.path(of: blob), try derivedPath(.peek, of: blob))
        // Drawings are made smaller in another way than photos, and the peek of each is a photo.
        if try Self.isThere(peek),
            let head = try? PictureFile.head(of: path, count: 32),
            ImageFormat(sniffing: head.span.bytes)?.isOfPhotos == true,
            let bytes = try? PictureFile.read(peek, maximumBytes: limits.bytes),
            let size = try? ImageHeader(of: bytes.span.bytes).size, 2 * size.width >= 3 * width.rawValue
        {
            return bytes
        }
        return try PictureFile.read(path, maximumBytes: limits.bytes)
    }

    /// Pixels. Scrolls that are many times as high as wide are not made for nobody to see.
    private static var maximumHeight: Int { 8 * PictureWidth.w2560.rawValue }
}

/// A smaller version of a picture as a JPEG file.
public struct DerivedPicture: Sendable {
    /// Its place in the cache.
    public let path: FilePath
    /// Its bytes, if the cache cannot be written.
    public internal(set) var unsavedBytes: [UInt8]?

    /// The bytes of the file.
    ///
    /// - Throws: `LibraryError` when the file cannot be read.
    public func read() throws(LibraryError) -> [UInt8] {
        if let unsavedBytes { return unsavedBytes }
        return try PictureFile.read(path, maximumBytes: DecodingLimits.default.bytes)
    }
}

/// The smaller versions that a library keeps of each picture. How large they are is in its settings.
public enum DerivedSize: String, Sendable, CaseIterable {
    /// For lists.
    case thumbnail
    /// For a closer look.
    case peek
}

/// The widths in which pictures are shown on screens, beside the versions that the library's settings have.
package enum PictureWidth: Int, Sendable, CaseIterable {
    case w160 = 160
    case w320 = 320
    case w640 = 640
    case w1280 = 1280
    case w2560 = 2560

    /// Reads `w640`.
    package init?(_ name: String) {
        guard let width = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = width
    }

    /// The name in addresses and of the folder in the cache.
    package var name: String { "w\(rawValue)" }
}
