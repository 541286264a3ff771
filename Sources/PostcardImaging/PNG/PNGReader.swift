import CPostcardShims

/// libpng, one row at a time into libgd's form.
final class PNGReader: RowReader {
    private let decoder: OpaquePointer
    private let byteCount: Int
    let size: PixelSize
    let isOpaque: Bool
    let isGray: Bool
    let colorSpace: ColorSpace
    let passes: Int
    private var rowsRead = 0
    /// The damage behind the last row.
    private var tailDamage: String?

    /// `bytes` must outlive the reader. `colors` is the meaning of the numbers, where that is not the one of the file's
    /// profile or gamma.
    init(
        _ bytes: UnsafeRawBufferPointer, size: PixelSize, hasAlpha: Bool, colors: RGBColorSpace?, cut: PNGFile.Cut?,
        recovers: Bool
    ) throws(ImageError) {
        guard
            let decoder = postcard_png_decoder_create(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        else { throw .outOfMemory("There is not enough memory to read the PNG file.") }
        self.decoder = decoder
        self.size = size
        byteCount = bytes.count
        isOpaque = !hasAlpha
        if let cut { postcard_png_decoder_cut_chunk(decoder, cut.offset, UInt32(cut.length)) }
        if recovers { postcard_png_decoder_allow_bad_crc(decoder) }
        if colors != nil { postcard_png_decoder_ignore_gamma(decoder) }
        let isStarted = postcard_png_decoder_start(decoder)
        passes = isStarted ? Int(postcard_png_decoder_passes(decoder)) : 1
        isGray = isStarted && postcard_png_decoder_is_gray(decoder)
        if let colors {
            colorSpace = .rgb(colors)
        } else {
            colorSpace = isStarted ? PNGReader.profile(of: decoder).map(ColorSpace.profile) ?? .standard : .standard
        }
        try check(isStarted)
    }

    deinit { postcard_png_decoder_destroy(decoder) }

    private static func profile(of decoder: OpaquePointer) -> [UInt8]? {
        var count = 0
        guard let profile = postcard_png_decoder_profile(decoder, &count) else { return nil }
        return Array(UnsafeBufferPointer(start: profile, count: count))
    }

    var warnings: [String] {
        (postcard_png_decoder_has_wrong_checksum(decoder)
            ? ["A check sum of the PNG file is wrong: it may be damaged."] : []) + (tailDamage.map { [$0] } ?? [])
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        if passes > 1 { GDPixel.unpackAlpha(row, to: row, count: size.width) }
        let isGood = postcard_png_decoder_read(
            decoder, UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self))
        // Also after an error, when the row may have been begun.
        GDPixel.packAlpha(row, count: size.width)
        try check(isGood)
        rowsRead += 1
    }

    /// The picture is whole when its compressed data are; trailing damage is a warning.
    func finish() throws(ImageError) {
        guard !postcard_png_decoder_finish(decoder) else { return }
        guard postcard_png_decoder_is_whole(decoder) else { return try check(false) }
        tailDamage =
            postcard_png_decoder_reached_end(decoder)
            ? "The PNG file ends early, after \(byteCount) bytes, but its picture is whole."
            : "The PNG file is damaged behind its picture: \(errorText)."
    }

    private var errorText: String { postcard_png_decoder_error(decoder).map { String(cString: $0) } ?? "unknown error" }

    private func check(_ isGood: Bool) throws(ImageError) {
        guard !isGood else { return }
        let place =
            passes == 1 && rowsRead < size.height ? " in row \(min(size.height, rowsRead + 1)) of \(size.height)" : ""
        throw postcard_png_decoder_reached_end(decoder)
            ? .truncated("The PNG file ends early, after \(byteCount) bytes\(place). Copy it again from where it came.")
            : .damaged("The PNG file is damaged\(place): \(errorText).")
    }
}
