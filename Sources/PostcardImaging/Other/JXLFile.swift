import CCodecs

/// A JPEG XL file (ISO/IEC 18181), either a bare codestream or a codestream in boxes, decoded by libjxl if it is installed.
struct JXLFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let info: postcard_jxl_info
    let header: ImageHeader
    /// libjxl stores samples as 32-bit numbers, both in its full-size buffers and in the result.
    let bytesPerPixel = 28

    /// True if the file has several frames. Only the first frame is read.
    var isAnimated: Bool { info.is_animated }

    /// True if libjxl is installed.
    static var isAvailable: Bool { postcard_jxl_is_available() }

    /// The memory that libjxl uses for each pixel: three 32-bit numbers in several buffers.
    private static let bytesPerPixel = 40

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        var info = postcard_jxl_info()
        let status = postcard_jxl_open(bytes.start, bytes.count, &info)
        if let failure = Self.failure(bytes).error(status) { throw failure }
        self.info = info
        var metadata = JXLFile.metadata(in: bytes)
        metadata.orientation = .up
        header = ImageHeader(
            format: .jxl, storedSize: PixelSize(width: Int(info.width), height: Int(info.height)), metadata: metadata)
    }

    private static func failure(_ bytes: UnsafeRawBufferPointer) -> LibraryFailure {
        LibraryFailure(format: .jxl, library: "libjxl", byteCount: bytes.count)
    }

    /// The maximum length of an EXIF or XMP box in bytes.
    private static let maximumBoxBytes = 1 << 20

    /// Reads the EXIF and XMP boxes of a file, which can be compressed (ISO/IEC 18181-2).
    private static func metadata(in bytes: UnsafeRawBufferPointer) -> Metadata {
        guard ByteReader(bytes).has("JXL ", at: 4) else { return Metadata() }
        var (exif, xmp) = (postcard_bytes(), postcard_bytes())
        postcard_jxl_metadata(bytes.start, bytes.count, maximumBoxBytes, &exif, &xmp)
        defer {
            free(exif.data)
            free(xmp.data)
        }
        let boxes = UnsafeRawBufferPointer(start: exif.data, count: exif.count)
        // The EXIF box starts with the number of bytes before the TIFF structure.
        let start = ByteReader(boxes).uint32(at: 0).map { $0 + 4 }.flatMap { $0 < boxes.count ? $0 : nil }
        return Metadata(
            exif: start.map { UnsafeRawBufferPointer(rebasing: boxes[$0...]) },
            xmp: xmp.data.map { UnsafeRawBufferPointer(start: $0, count: xmp.count) })
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        guard !info.is_cmyk else {
            throw .unsupported("This JPEG XL picture is in CMYK, which libjxl does not convert. Save it in RGB first.")
        }
        let size = header.storedSize
        let buffer = try PixelBuffer(size)
        var icc = postcard_bytes()
        let status = postcard_jxl_decode(
            bytes.start, bytes.count,
            size.area * Self.bytesPerPixel + 128 << 20, buffer.bytes, size.area * 4, &icc)
        defer { free(icc.data) }
        if let failure = Self.failure(bytes).error(status) { throw failure }
        let profile = icc.data.map { Array(UnsafeBufferPointer(start: $0, count: icc.count)) }
        buffer.swapRedAndBlue()
        Premultiplication.pack(
            buffer.pixels, count: size.area, isPremultiplied: info.has_alpha && info.is_premultiplied)
        return BufferReader(
            buffer: buffer, layout: info.has_alpha ? .alpha : .opaque, isGray: info.is_gray,
            colorSpace: profile.map(ColorSpace.profile) ?? .standard)
    }
}
