import CCodecs
import ReducedJPEG

/// Decodes with libjpeg-turbo into libgd rows at 1/8 to 8/8 of the full size.
final class JPEGReader: RowReader {
    private let decoder: OpaquePointer
    private let report: UnsafePointer<postcard_jpeg_report>
    private let fullSize: PixelSize
    private(set) var size: PixelSize
    private(set) var extent: PixelExtent
    private(set) var prefilterFactor = 1
    private let byteCount: Int
    private let recovers: Bool
    let layout: PixelLayout
    let isGray: Bool
    let colorSpace: ColorSpace
    private(set) var warnings: [String] = []

    /// The coefficients of a 64-megapixel progressive 4:4:4 picture take 384 MB. libjpeg needs little more memory.
    static let memoryLimit = 512 << 20

    /// The bytes of `file` must outlive the reader. `wanted` is the minimum size that the result needs; the smallest sufficient scale is
    /// chosen.
    init(_ file: JPEGFile, wanted: PixelSize, options: DecodingOptions) throws(ImageError) {
        try JPEGReader.checkVariant(file.frame)
        try JPEGReader.checkPlausibleLength(file, recovers: options.toleratesDamage)
        let bytes = file.bytes
        var report: UnsafePointer<postcard_jpeg_report>?
        guard
            let decoder = postcard_jpeg_decoder_create(
                bytes.start, bytes.count, JPEGReader.memoryLimit, Int32(clamping: options.limits.scans), &report),
            let report
        else { throw .outOfMemory("Not enough memory to read the JPEG file.") }
        self.decoder = decoder
        self.report = report
        fullSize = file.header.storedSize
        size = file.header.storedSize
        extent = PixelExtent(file.header.storedSize)
        byteCount = bytes.count
        layout = report.pointee.is_cmyk ? .cmyk : .opaque
        isGray = file.frame.components.count == 1
        recovers = options.toleratesDamage
        colorSpace = file.colorSpace
        try check()
        // libjpeg-turbo has fast paths for the scales 1/8, 1/4, 1/2 and 1.
        let eighths = file.scale(for: wanted, options)?.rawValue ?? 8
        _ = postcard_jpeg_decoder_start(decoder, Int32(eighths))
        try check()
        size = PixelSize(width: Int(report.pointee.width), height: Int(report.pointee.height))
        extent = PixelExtent(fullSize, scaledBy: Double(eighths) / 8)
        prefilterFactor = 8 / eighths
    }

    deinit { postcard_jpeg_decoder_destroy(decoder) }

    private static func checkVariant(_ frame: Frame) throws(ImageError) {
        guard frame.precision == 8 else {
            throw .unsupported(
                "JPEG files with \(frame.precision) bits per sample are not supported. Use 8 bits per sample.")
        }
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(frame.marker) else {
            throw .unsupported("Lossless and hierarchical JPEG files are not supported.")
        }
    }

    /// Rejects a file of a few bytes that claims millions of pixels, before memory is allocated for them. Huffman codes have at least one
    /// bit. Each block has at least one code in the first scan of a progressive file, and at least two in other files.
    private static func checkPlausibleLength(_ file: JPEGFile, recovers: Bool) throws(ImageError) {
        let minimumBits: Int
        switch file.frame.marker {
        case 0xC2: minimumBits = file.frame.blockCount
        case 0xC0 where !recovers, 0xC1 where !recovers: minimumBits = 2 * file.frame.blockCount
        default: return
        }
        let (size, byteCount) = (file.header.storedSize, file.bytes.count)
        guard byteCount * 8 >= minimumBits else {
            throw .truncated(
                "The JPEG file ends after \(byteCount) bytes, far too early for a picture of \(size) pixels.")
        }
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let bytes = UnsafeMutableRawPointer(row).asBytes
        _ = postcard_jpeg_decoder_read(decoder, bytes)
        try check(row: y)
        if layout == .opaque {
            GDPixel.clearAlpha(row, count: size.width)
        }
    }

    /// Extra coded bytes cause only a warning, because some cameras pad their files. But damage can also leave extra bytes.
    func finish() throws(ImageError) {
        let leftOver = postcard_jpeg_decoder_finish(decoder)
        guard leftOver > 0, warnings.isEmpty else { return }
        warnings.append("The JPEG file contains extra coded data and may be damaged.")
    }

    private func check(row: Int = 0) throws(ImageError) {
        if let message = report.pointee.error {
            let text = String(cString: message)
            guard !report.pointee.hit_limit else {
                throw ImageError(.limitExceeded, "The JPEG file exceeds a limit: \(text).")
            }
            throw .damaged("The JPEG file is damaged: \(text).")
        }
        guard warnings.isEmpty, let message = report.pointee.warning else { return }
        let warning = damage(String(cString: message), row: row)
        guard recovers else { throw warning }
        warnings.append(warning.message)
    }

    private func damage(_ text: String, row: Int) -> ImageError {
        let row = row * fullSize.height / max(1, size.height)
        let place = row > 0 ? " in row \(row + 1) of \(fullSize.height)" : ""
        guard text.hasPrefix("Premature end of JPEG file") else {
            return .damaged("The JPEG file is damaged\(place): \(text).")
        }
        // The decoder reads one or two rows of blocks ahead, so possibly only the end mark is missing.
        let isAtEnd = row > 0 && row + 32 >= fullSize.height
        let end = isAtEnd ? " with at least \(row) of \(fullSize.height) rows" : place
        return .truncated("The JPEG file ends early, after \(byteCount) bytes\(end). Copy it again from its source.")
    }
}
