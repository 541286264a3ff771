/// A picture file that has been opened: its bytes, and the data in its headers. Open each file only once.
///
/// ```swift
/// let picture = try OpenedPicture(bytes)
/// print(picture.header.format.displayName, picture.header.size)
/// let options = DecodingOptions(resize: Resize(into: .square(256)))
/// let thumbnail = try DecodedImage(picture, options: options).image
/// ```
public final class OpenedPicture: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The header of the file: format, stored size, date, place, camera and rights.
    public let header: ImageHeader
    /// A pointer to the elements of `bytes`. This object keeps a reference to the array, so the memory neither moves nor changes.
    private nonisolated(unsafe) let buffer: UnsafeRawBufferPointer  // why: the bytes are only read
    /// The parsed file, which refers to `buffer`.
    private nonisolated(unsafe) let file: any ImageFile  // why: parsed files do not change after they are opened

    /// Reads the headers of a file. No limits apply, so that an error can state the size of a picture that is too large. Memory and time
    /// are bounded by the number of bytes.
    ///
    /// - Throws: `ImageError` with code `unsupported` if the bytes are not a picture that Postcard can read, or `damaged` or `truncated` if
    ///   the header is broken.
    public init(_ bytes: [UInt8]) throws(ImageError) {
        self.bytes = bytes
        buffer = bytes.withUnsafeBytes { $0 }
        file = try ImageFormat.open(buffer)
        header = file.header
    }

    /// Calls `body` with the parsed file and its bytes, which are valid until `body` returns.
    func withFile<Result, Failure: Error>(
        _ body: (any ImageFile, UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) in try body(file, buffer) }
    }
}

extension OpenedPicture {
    /// False if the file is known to be a still image. True for a GIF, WebP or PNG file that may have several frames; ``AnimatedImage``
    /// counts the frames.
    public var mayBeAnimated: Bool { withFile { file, _ in file.mayBeAnimated } }

    /// Returns the file with the same pixels and without private metadata. Positions, place names, embedded files, maker notes, and bytes
    /// after the end of the picture are dropped. Title, credit, dates, camera, exposure, orientation and color profile stay.
    ///
    /// - Returns: `nil` for a BMP, TIFF, ICO or camera raw file, and for a file whose parts can't be told apart.
    public func removingPrivateMetadata() -> [UInt8]? { MetadataFilter.filtered(bytes) }

    /// Returns the animation in the file if a result in `format` can be animated. `nil` for a still image.
    ///
    /// - Throws: `ImageError` as for ``AnimatedImage/init(_:options:)``.
    package func animation(for format: ImageFormat, options: DecodingOptions) throws(ImageError) -> AnimatedImage? {
        guard format.supportsAnimation, mayBeAnimated else { return nil }
        let animation = try AnimatedImage(self, options: options)
        return animation.frameCount > 1 ? animation : nil
    }

    /// Returns a warning about the frames that are lost if only the first frame is used; `nil` for a still image.
    package func warningAboutLostFrames(options: DecodingOptions) -> String? {
        if let animation = try? animation(for: .gif, options: options) {
            return
                "Only the first of \(animation.frameCount) frames is used. To keep them all, make a GIF or WebP."
        }
        return withFile { file, bytes in
            switch header.format {
            case .jxl:
                guard (file as? JXLFile)?.isAnimated == true else { return nil }
                return
                    "Only the first frame of this animated JPEG XL file is used. To keep all frames, convert it to GIF or WebP first, for example with ffmpeg."
            case .avif, .heic:
                // The frames of the animation are in a track, separate from the still image.
                let count = HEIFSequence.frameCount(of: bytes)
                guard count > 1 else { return nil }
                return
                    "Only the still image of this animated \(header.format.displayName) file is used, none of its \(count) frames. To keep them, convert it to GIF or WebP first, for example with ffmpeg."
            default: return nil
            }
        }
    }
}

extension DecodingLimits {
    /// Returns the memory in bytes that a separate process may use to decode a file; 0 for a file that is decoded in this process.
    package func processMemory(for picture: OpenedPicture) -> Int {
        guard isolation != nil, Isolation.applies(to: picture.header.format) else { return 0 }
        return picture.withFile { file, _ in
            IsolatedDecoding(of: file, target: .square(1), options: DecodingOptions(limits: self)).maximumMemory
        }
    }

    /// Returns the memory in bytes that a separate process may use to decode a file; 0 for a file that is decoded in this process, or not
    /// at all.
    package func processMemory(for bytes: [UInt8]) -> Int {
        // Files in other formats need not be opened.
        guard isolation != nil, let format = ImageFormat(sniffing: bytes.span.bytes), Isolation.applies(to: format)
        else { return 0 }
        return (try? OpenedPicture(bytes)).map(processMemory) ?? 0
    }
}
