internal import CPostcardShims

/// A HEIC or AVIF file (ISO/IEC 23008-12), by libheif.
final class HEIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let file: OpaquePointer
    private let info: postcard_heif_info
    let header: ImageHeader

    /// Beyond this no limit is useful: libheif's own sizes are 32 bits.
    private static let mostPixels = 1 << 31

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        self.bytes = bytes
        var file: OpaquePointer?
        var info = postcard_heif_info()
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_open(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.mostPixels, &file, &info,
                message)
        }
        if let failure = Self.failure(format, bytes).error(status, message) { throw failure }
        guard let file else { throw .outOfMemory("There is not enough memory to read the \(format.displayName) file.") }
        self.file = file
        self.info = info
        let exif = postcard_heif_metadata(file, false)
        let xmp = postcard_heif_metadata(file, true)
        defer {
            postcard_bytes_free(exif)
            postcard_bytes_free(xmp)
        }
        var metadata = Metadata(exif: exif.buffer, xmp: xmp.buffer)
        // The container says how the picture is turned, and libheif does so; EXIF must not turn it again (section 6.5.10).
        metadata.orientation = .up
        header = ImageHeader(
            format: format, storedSize: PixelSize(width: Int(info.width), height: Int(info.height)), metadata: metadata)
        guard info.width > 0, info.height > 0 else {
            throw .damaged("The \(format.displayName) file says that its picture has no pixels.")
        }
    }

    deinit { postcard_heif_close(file) }

    private static func failure(_ format: ImageFormat, _ bytes: UnsafeRawBufferPointer) -> LibraryFailure {
        LibraryFailure(format: format, library: "libheif", byteCount: bytes.count)
    }

    private var colorSpace: ColorSpace {
        let profile = postcard_heif_profile(file)
        defer { postcard_bytes_free(profile) }
        if let buffer = profile.buffer { return .profile(Array(buffer)) }
        return RGBPrimaries(codePoint: Int(info.primaries)).map(ColorSpace.primaries) ?? .standard
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let coded = PixelSize(width: Int(info.coded_width), height: Int(info.coded_height))
        try options.limits.check(size: coded)
        if let size = try HEIFBoxes(bytes)?.largestCodedSize() { try options.limits.check(size: size) }
        var pixels: UnsafePointer<UInt8>?
        var stride = 0
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_heif_decode(file, info.has_alpha, &pixels, &stride, message)
        }
        if let failure = Self.failure(header.format, bytes).error(status, message) { throw failure }
        guard let pixels else { throw .damaged("The \(header.format.displayName) file has no picture in it.") }
        return HEIFReader(
            owner: self, pixels: pixels, stride: stride, hasAlpha: info.has_alpha,
            isPremultiplied: info.is_premultiplied, colorSpace: colorSpace)
    }
}

extension postcard_bytes {
    var buffer: UnsafeRawBufferPointer? { data.map { UnsafeRawBufferPointer(start: $0, count: count) } }
}
