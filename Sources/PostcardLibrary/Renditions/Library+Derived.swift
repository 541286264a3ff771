public import PostcardImaging
public import SystemPackage

extension Library {
    /// Returns the path of the file of a photo, a picture or video in an entry, or a meme. The file never changes.
    ///
    /// The file name is part of the hash, and has no extension; see ``format(of:)``. The file of a photo can contain the position of the
    /// camera. To copy files without positions, use ``share(_:title:to:positions:replacing:)``.
    public func file(of blob: BlobHash) -> FilePath { blobs.path(of: blob) }

    /// Returns the format of the file of a photo, a picture in an entry or a meme, based on its first bytes; `nil` for a video.
    ///
    /// - Throws: `FileError` with code `missingBlob` for a missing file.
    public func format(of blob: BlobHash) throws(FileError) -> ImageFormat? {
        guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
        // The directories that distinguish camera RAW files from TIFF files are in the first 64 KiB.
        return ImageFormat(sniffing: try PictureFile.head(of: file(of: blob), count: 64 << 10))
    }

    /// Returns a smaller version of a picture, from the cache or newly made. A new version is stored if the cache is writable.
    ///
    /// - Throws: `FileError` for a missing picture, `ImageError` for a damaged picture.
    package func derivedPicture(_ size: RenditionSize, of blob: BlobHash) throws -> DerivedPicture {
        let path = try derivedPath(size, of: blob)
        if try Self.exists(path) { return DerivedPicture(path: path) }
        let bytes = try PictureFile.read(blobs.path(of: blob), maximumBytes: limits.bytes)
        let longEdge = try settings().longEdge(of: size)
        return try ImageWork.run { try saveDerived(decoded(OpenedPicture(bytes), longEdge: longEdge), to: path) }
    }

    /// Returns the path of a smaller version of a picture, making the version if it is missing. Returns the path of the picture itself if
    /// the cache cannot be written.
    ///
    /// - Throws: `FileError` for a missing picture, `ImageError` for a damaged picture.
    public func rendition(_ size: RenditionSize, of blob: BlobHash) throws -> FilePath {
        let path = try derivedPath(size, of: blob)
        do throws(FileError) {
            if try Self.exists(path) { return path }
            try FileSystem.makeDirectories(path.removingLastComponent())
        } catch {
            // The cache cannot be written, so the picture is not decoded.
            guard error.meansUnwritable else { throw error }
            guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
            return blobs.path(of: blob)
        }
        return try derivedPicture(size, of: blob).unsavedBytes == nil ? path : blobs.path(of: blob)
    }

    /// Makes the missing smaller versions of a picture, decoding it once. Stops when canceled.
    ///
    /// - Parameter decode: decodes a file to fit a square of `longEdge` pixels; `nil` for the default.
    /// - Returns: the thumbnail as decoded from its file, for the fingerprint and the mean color.
    /// - Throws: `ImageError` for a damaged picture; `FileError` if the cache cannot be read.
    @discardableResult
    func makeAllDerived(
        of picture: OpenedPicture, hash: BlobHash,
        decode: ((_ picture: OpenedPicture, _ longEdge: Int) throws -> Image)? = nil
    ) throws -> Image {
        let decode = decode ?? decoded
        let settings = try settings()
        let missing = try RenditionSize.allCases
            .map { (size: $0, longEdge: settings.longEdge(of: $0), path: try derivedPath($0, of: hash)) }
            .filter { try !Self.exists($0.path) }.sorted { $0.longEdge > $1.longEdge }
        var thumbnail: [UInt8]?
        if let largest = missing.first {
            try ImageWork.run {
                var image = try decode(picture, largest.longEdge)
                for version in missing {
                    let target = Resize(into: .square(version.longEdge)).size(for: picture.header.size)
                    if target != image.size {
                        image = try image.resized(to: target, inLinearLight: picture.header.format.isPhotoFormat)
                    }
                    let bytes = try image.flattened(onto: .white).encoded(as: .jpeg())
                    try save(bytes, to: version.path)
                    if version.size == .thumbnail { thumbnail = bytes }
                }
            }
        }
        // The thumbnail is always decoded from its JPEG file, like an existing thumbnail. For one picture in three, the pixels before
        // encoding would give a fingerprint that differs by one bit.
        return try Image(
            decoding: thumbnail ?? PictureFile.read(derivedPath(.thumbnail, of: hash), maximumBytes: limits.bytes))
    }

    private func decoded(_ picture: OpenedPicture, longEdge: Int) throws -> Image {
        try Image(decoding: picture, options: DecodingOptions(resize: Resize(into: .square(longEdge)), limits: limits))
    }

    /// Returns true if a smaller version exists. An empty file is ignored, because a power failure may have left it.
    static func exists(_ path: FilePath) throws(FileError) -> Bool {
        guard let status = try FileSystem.status(of: path) else { return false }
        return status.size > 0
    }

    /// Encodes a smaller version, and writes it to the cache if possible.
    @discardableResult
    func saveDerived(
        _ image: Image, to path: FilePath, as options: EncodingOptions = .jpeg()
    ) throws -> DerivedPicture {
        try save(image.flattened(onto: .white).encoded(as: options), to: path)
    }

    @discardableResult
    private func save(_ bytes: [UInt8], to path: FilePath) throws(FileError) -> DerivedPicture {
        do throws(FileError) {
            try FileSystem.makeDirectories(path.removingLastComponent())
            try PictureFile.write(bytes, to: path, replacing: true)
        } catch {
            // The cache may contain a link whose target is missing.
            guard error.meansUnwritable || error.code == .exists else { throw error }
            return DerivedPicture(path: path, unsavedBytes: bytes)
        }
        return DerivedPicture(path: path)
    }

    /// Returns the path of a smaller version. The path contains the size in pixels, because settings can change.
    func derivedPath(_ size: RenditionSize, of hash: BlobHash) throws(FileError) -> FilePath {
        cachePath("\(size.rawValue)-\(try settings().longEdge(of: size))", hash, "jpg")
    }

    func cachePath(_ folder: String, _ hash: BlobHash, _ suffix: String) -> FilePath {
        let name = hash.description
        return directory.appending("cache").appending(folder).appending(String(name.prefix(2)))
            .appending("\(name.dropFirst(2)).\(suffix)")
    }
}

extension FileError {
    /// True if the error means that the folder is not writable, so callers can continue without the file.
    var meansUnwritable: Bool { [.permissionDenied, .readOnlyFileSystem, .noSpace].contains(code) }
}

extension Library {
    /// The formats of pictures with a given width.
    package enum WidthFormat: String, Sendable {
        case jpeg = "jpg"
        case webp

        fileprivate var options: EncodingOptions { self == .webp ? .webp() : .jpeg() }
    }

    /// Returns a version of a picture, from the cache or newly made. The version has the given width, or the picture's own width if that is
    /// smaller. For a video, returns the poster frame with the play mark.
    ///
    /// - Throws: `FileError` for a missing picture, `ImageError` for a damaged picture, `CancellationError`.
    package func derivedPicture(
        _ width: PictureWidth, as format: WidthFormat, of kind: Medium.Kind, _ blob: BlobHash
    ) async throws -> DerivedPicture {
        let path = cachePath(width.name, blob, format.rawValue)
        if try Self.exists(path) { return DerivedPicture(path: path) }
        let picture: OpenedPicture
        if kind == .video {
            let (poster, problem) = try await poster(.peek, ofVideo: blob)
            // A placeholder is not stored, because ffmpeg may be installed later.
            guard problem == nil else { return poster }
            picture = try OpenedPicture(poster.read())
        } else {
            picture = try largerVersion(for: width, of: blob)
        }
        let box = PixelSize(width: width.rawValue, height: Self.maximumHeight)
        return try ImageWork.run {
            let image = try Image(
                decoding: picture, options: DecodingOptions(resize: Resize(into: box), limits: limits))
            return try saveDerived(image, to: path, as: format.options)
        }
    }

    /// Returns the peek if it is at least 1.5 times as wide as `width`; otherwise the picture. Reading the peek takes a tenth of the time
    /// and has the same result.
    private func largerVersion(for width: PictureWidth, of blob: BlobHash) throws -> OpenedPicture {
        let (path, peek) = (blobs.path(of: blob), try derivedPath(.peek, of: blob))
        // Drawings are resized differently from photos, but every peek is a JPEG file, which is treated as a photo.
        if try Self.exists(peek),
            let head = try? PictureFile.head(of: path, count: 32),
            ImageFormat(sniffing: head.span.bytes)?.isPhotoFormat == true,
            let bytes = try? PictureFile.read(peek, maximumBytes: limits.bytes),
            let picture = try? OpenedPicture(bytes), 2 * picture.header.size.width >= 3 * width.rawValue
        {
            return picture
        }
        return try OpenedPicture(PictureFile.read(path, maximumBytes: limits.bytes))
    }

    /// The maximum height in pixels, for very long pictures.
    private static var maximumHeight: Int { 8 * PictureWidth.w2560.rawValue }
}
