import PostcardCore

/// A picture file whose header has been read.
protocol ImageFile {
    var header: ImageHeader { get }
    /// Starts decoding. `wanted` is the minimum size that the result needs. A reader can return fewer pixels than are stored, but never
    /// fewer than `wanted`.
    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader
    /// Returns the number of pixels that take memory and time to decode. The pixel limit applies to this number.
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int
    /// The memory that the decoding library uses for each pixel of the file, in bytes.
    var bytesPerPixel: Int { get }
    /// False if the first bytes show that the file is a still image.
    var mayBeAnimated: Bool { get }
}

extension ImageFile {
    func decodedPixels(wanted: PixelSize, options: DecodingOptions) -> Int { header.storedSize.area }
    var bytesPerPixel: Int { 16 }
    var mayBeAnimated: Bool { false }
}

extension ImageFormat {
    /// Reads the header of `bytes`, which must outlive the result.
    static func open(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> any ImageFile {
        ImageWork.countOpening()
        guard !bytes.isEmpty else { throw .unsupported("The file is empty.") }
        // The directories of a TIFF file determine its format, and are read only once.
        let directories = PictureSignature(bytes.bytes) == .tiff ? RAWPreviews(tiff: bytes) : nil
        let format = directories.map { $0.hasSensorData ? .raw : .tiff } ?? ImageFormat(sniffing: bytes.bytes)
        guard let format else {
            throw .unsupported("This is not a picture in a supported format.")
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

extension RawSpan {
    /// Calls `body` with the bytes as a buffer. Preserves the type of the error.
    func withBuffer<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { (buffer) throws(Failure) in try body(buffer) }
    }
}
