import PostcardCore

/// The facts about a picture that a file gives before any pixel is decoded.
public struct ImageHeader: Sendable {
    /// The format, by the first bytes.
    public let format: ImageFormat
    /// The size of the stored rows.
    public let storedSize: PixelSize
    /// Date, place, camera and rights, as far as the file tells and Postcard can read them.
    public let metadata: Metadata

    /// The orientation of the stored rows.
    public var orientation: Orientation { metadata.orientation }
    /// The size seen by a person, after turning.
    public var size: PixelSize { orientation.uprightSize(of: storedSize) }
}

extension ImageHeader {
    /// Reads a header. Costs no more than stepping over the metadata, so no limits apply: it can be told how large a picture is that
    /// is too large.
    ///
    /// - Throws: `ImageError`: `unsupported` when the bytes are no picture that Postcard reads, `damaged` or `truncated`
    ///   when the header is broken.
    public init(of bytes: RawSpan) throws(ImageError) {
        self = try bytes.withBuffer { (buffer) throws(ImageError) in try ImageFormat.open(buffer).header }
    }
}

extension RawSpan {
    /// Typed-throws access to the bytes as a buffer.
    func withBuffer<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { (buffer) throws(Failure) in try body(buffer) }
    }
}

/// A picture together with what its file told about it and what was wrong with the file.
public struct DecodedImage: Sendable {
    /// The picture, in sRGB.
    public let image: Image
    /// The header of the file: format, stored size, date, place, camera, rights.
    public let header: ImageHeader
    /// Problems that were passed over, as sentences: damage under `DecodingOptions.recover`, damage behind a picture that is
    /// whole, a broken colour profile.
    public let warnings: [String]
}

extension DecodedImage {
    /// Decodes a picture file: its format is told by its first bytes.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(_ bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        try self.init(bytes.span.bytes, options: options)
    }

    /// Decodes a picture file from bytes owned by the caller, for example a mapped file.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(_ bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try ImageWork.step(.decoding) { () throws(ImageError) in
            try bytes.withBuffer { (buffer) throws(ImageError) in
                try options.limits.check(byteCount: buffer.count)
                return try DecodedImage(ImageFormat.open(buffer), in: buffer, options: options)
            }
        }
    }

    /// Decodes a file that has been opened.
    init(_ file: any ImageFile, in bytes: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
        header = file.header
        let isLinear = options.weighsLight(in: header.format)
        let orientation = options.appliesOrientation ? header.orientation : .up
        let upright = orientation.uprightSize(of: header.storedSize)
        let wanted = options.resize?.size(for: upright) ?? upright
        // If the resize enlarges before cropping, decode at stored size.
        let isLast = options.resize?.enlargesBeforeCropping(upright) ?? false
        let scaled = isLast ? upright : options.resize?.scaledSize(for: upright) ?? upright
        let stored = orientation.uprightSize(of: scaled)
        try options.limits.check(
            size: header.storedSize, decoding: file.decodedPixels(wanted: stored, options: options))
        guard options.limits.allow(wanted) else { throw options.limits.refusal(ofResult: wanted) }
        let rows: Image
        if let decoder = options.limits.decoder, ExternalDecoder.decodes(header.format) {
            (rows, warnings) = try decoder.decode(bytes, file, target: stored, options: options)
        } else {
            let reader = try file.reader(wanted: stored, options: options)
            (rows, warnings) = try PictureAssembly.picture(
                from: reader, at: stored, options, isLinear: isLinear)
        }
        let picture = try rows.turned(orientation)
        image =
            if let resize = options.resize {
                isLast
                    ? try picture.resized(resize, filter: options.filter, linearLight: isLinear)
                    : try resize.framed(picture, from: upright)
            } else {
                picture
            }
    }
}

extension Image {
    /// Decodes a picture file, whose format is told by its first bytes.
    ///
    /// ```swift
    /// let thumbnail = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
    /// ```
    ///
    /// `DecodedImage` also tells what the file says about the picture and what was wrong with it.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes.span.bytes, options: options).image
    }

    /// Decodes a picture file from bytes owned by the caller, for example a mapped file.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes, options: options).image
    }
}

/// A picture file whose header has been read.
protocol ImageFile {
    var header: ImageHeader { get }
    /// Begins decoding. `wanted` is the least size that the result needs; a reader may deliver fewer pixels than
    /// stored, but never fewer than these.
    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader
    /// The number of pixels for which decoding takes memory and time, which the limit is for.
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int
    /// The memory that the library which decodes the file takes for each of its pixels, in bytes.
    var bytesPerPixel: Int { get }
}

extension ImageFile {
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int { header.storedSize.area }
    var bytesPerPixel: Int { 16 }
}

extension ImageFormat {
    /// Reads the header of `bytes`, which must outlive the result.
    static func open(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> any ImageFile {
        guard !bytes.isEmpty else { throw .unsupported("The file is empty.") }
        // The directories of a TIFF file tell what it is, and are read once.
        let directories = PictureSignature(bytes.bytes) == .tiff ? RAWPreviews(tiff: bytes) : nil
        let format = directories.map { $0.hasSensorData ? .raw : .tiff } ?? ImageFormat(sniffing: bytes.bytes)
        guard let format else {
            throw .unsupported("This is not a picture in a format that Postcard knows.")
        }
        switch format {
        case .jpeg: return try JPEGFile(bytes)
        case .png: return try PNGFile(bytes)
        case .webp: return try WebPFile(bytes)
        case .tiff: return try TIFFFile(bytes, metadata: directories?.metadata ?? Metadata())
        case .raw: return try CameraRAWFile(bytes, directories: directories)
        case .ico: return try ICOFile(bytes)
        case .jxl: return try JXLFile(bytes)
        case .tga: return try TGAFile(bytes)
        case .bmp: return try BMPFile(bytes)
        case .avif, .heic: return try HEIFFile(bytes, format: format)
        case .gif: return try GIFFile(bytes)
        }
    }
}
