internal import CPostcardShims

/// libjpeg-turbo, decoding straight into libgd rows at 1/8 to 8/8 of the full size.
final class JPEGReader: RowReader {
    private let decoder: OpaquePointer
    private let fullSize: PixelSize
    private(set) var size: PixelSize
    private let isCMYK: Bool
    private var rowsRead = 0

    var isOpaque: Bool { true }
    var passes: Int { 1 }

    /// Coefficients of a 64-megapixel progressive 4:4:4 picture take 384 MB; libjpeg needs little beside them.
    private static let memoryLimit = 512 << 20

    /// - Parameters:
    ///   - bytes: must outlive the reader.
    ///   - wanted: the least size that the result needs; the smallest scale that has it is chosen.
    init(
        _ bytes: UnsafeRawBufferPointer, markers: JPEGMarkers, wanted: PixelSize, limits: DecodingLimits
    ) throws(ImageError) {
        try JPEGReader.checkVariant(markers)
        var info = postcard_jpeg_info()
        guard
            let decoder = postcard_jpeg_decoder_create(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, JPEGReader.memoryLimit,
                Int32(clamping: limits.scans), &info)
        else { throw .outOfMemory("There is not enough memory to read the JPEG file.") }
        self.decoder = decoder
        fullSize = markers.size
        size = markers.size
        isCMYK = info.is_cmyk
        try check()
        var width: Int32 = 0
        var height: Int32 = 0
        let eighths = JPEGReader.eighths(of: fullSize, wanted: wanted)
        let output = isCMYK ? postcard_jpeg_output_cmyk : postcard_jpeg_output_bgrx
        _ = postcard_jpeg_decoder_start(decoder, eighths, output, &width, &height)
        try check()
        size = PixelSize(width: Int(width), height: Int(height))
    }

    deinit { postcard_jpeg_decoder_destroy(decoder) }

    private static func checkVariant(_ markers: JPEGMarkers) throws(ImageError) {
        guard markers.precision == 8 else {
            throw .unsupported("This JPEG file has \(markers.precision) bits a sample; Postcard reads 8.")
        }
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(markers.frameMarker) else {
            throw .unsupported("This is a lossless or hierarchical JPEG file, which Postcard does not read.")
        }
    }

    /// The smallest of 1/8, 1/4, 1/2 and 1 that has every pixel wanted: libjpeg-turbo has fast paths for these.
    private static func eighths(of size: PixelSize, wanted: PixelSize) -> Int32 {
        for eighths in [1, 2, 4] {
            let scaled = PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
            if scaled.width >= wanted.width && scaled.height >= wanted.height { return Int32(eighths) }
        }
        return 8
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let bytes = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)
        _ = postcard_jpeg_decoder_read(decoder, bytes)
        try check()
        if isCMYK {
            CMYK.convertInverted(row, count: size.width)
        } else {
            GDPixel.clearAlpha(row, count: size.width)
        }
        rowsRead += 1
    }

    func finish() {}

    private func check() throws(ImageError) {
        if let message = postcard_jpeg_decoder_error(decoder) {
            let text = String(cString: message)
            guard !postcard_jpeg_decoder_hit_limit(decoder) else {
                throw ImageError(.limitExceeded, "The JPEG file asks for too much: \(text).")
            }
            throw .damaged("The JPEG file is damaged: \(text).")
        }
        if let message = postcard_jpeg_decoder_warning(decoder) {
            let text = String(cString: message)
            let row = rowsRead * fullSize.height / max(1, size.height)
            let place = row > 0 ? " after row \(row) of \(fullSize.height)" : ""
            throw text.hasPrefix("Premature end")
                ? .truncated("The JPEG file ends early\(place). Copy it again from where it came.")
                : .damaged("The JPEG file is damaged\(place): \(text).")
        }
    }
}
