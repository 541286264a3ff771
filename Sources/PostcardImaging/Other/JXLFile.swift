import CPostcardShims

/// A JPEG XL file (ISO/IEC 18181), a bare codestream or one in boxes, by libjxl where that is installed.
struct JXLFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let info: postcard_jxl_info
    let header: ImageHeader

    /// `true` if libjxl is installed.
    static var isAvailable: Bool { postcard_jxl_is_available() }

    /// Memory that libjxl takes for each pixel: three numbers of 32 bits in several buffers.
    private static let bytesPerPixel = 40

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        var info = postcard_jxl_info()
        let status = postcard_jxl_open(bytes.start, bytes.count, &info)
        if let failure = Self.failure(bytes).error(status) { throw failure }
        self.info = info
        var metadata = JXLFile.exif(in: bytes).map { Metadata(exif: $0) } ?? Metadata()
        metadata.orientation = .up
        header = ImageHeader(
            format: .jxl, storedSize: PixelSize(width: Int(info.width), height: Int(info.height)), metadata: metadata)
    }

    private static func failure(_ bytes: UnsafeRawBufferPointer) -> LibraryFailure {
        LibraryFailure(format: .jxl, library: "libjxl", byteCount: bytes.count)
    }

    /// The TIFF structure of an uncompressed Exif box, which begins with the number of bytes before it.
    private static func exif(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let reader = ByteReader(bytes)
        guard reader.has("JXL ", at: 4),
            let box = HEIFBoxes.boxes(reader, in: 0..<bytes.count).first(where: { $0.name == "Exif" })?.content,
            let skipped = reader.uint32(at: box.lowerBound)
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[box.dropFirst(4 + skipped)])
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
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
