import PostcardImaging
import SystemPackage

extension Library {
    /// The formats of pictures in widths.
    package enum WidthFormat: String, Sendable {
        case jpeg = "jpg"
        case webp

        fileprivate var options: EncodingOptions { self == .webp ? .webp() : .jpeg() }
    }

    /// A picture that is so many pixels wide, or as wide as it is where that is less, made now when it is not in the cache.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged.
    package func derivedPicture(
        _ width: PictureWidth, as format: WidthFormat, of blob: BlobHash
    ) throws -> DerivedPicture {
        let path = path(width, format, of: blob)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let bytes = try PictureFile.read(blobs.path(of: blob), maximumBytes: limits.bytes)
        return try makeDerived(width, format, of: bytes, at: path)
    }

    /// The same of a picture or video of an entry; of a video it is the frame with a play mark that its peek has.
    package func derivedPicture(
        _ width: PictureWidth, as format: WidthFormat, of medium: Medium
    ) async throws -> DerivedPicture {
        guard medium.kind == .video else { return try derivedPicture(width, as: format, of: medium.blob) }
        let path = path(width, format, of: medium.blob)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let (poster, problem) = try await poster(.peek, ofVideo: medium.blob)
        // A placeholder makes way for the poster once there is ffmpeg.
        guard problem == nil else { return poster }
        return try makeDerived(width, format, of: poster.read(), at: path)
    }

    private func makeDerived(
        _ width: PictureWidth, _ format: WidthFormat, of bytes: [UInt8], at path: FilePath
    ) throws -> DerivedPicture {
        let box = PixelSize(width: width.rawValue, height: Self.maximumHeight)
        return try ImageWork.run {
            let image = try Image(
                decoding: bytes, options: DecodingOptions(resize: Resize(into: box), limits: limits))
            return try saveDerived(image, to: path, as: format.options)
        }
    }

    /// Pixels. Scrolls that are many times as high as wide are not made for nobody to see.
    private static var maximumHeight: Int { 8 * PictureWidth.w2560.rawValue }

    private func path(_ width: PictureWidth, _ format: WidthFormat, of hash: BlobHash) -> FilePath {
        let name = "\(hash)"
        return directory.appending("cache").appending(width.name).appending(String(name.prefix(2)))
            .appending("\(name.dropFirst(2)).\(format.rawValue)")
    }
}
