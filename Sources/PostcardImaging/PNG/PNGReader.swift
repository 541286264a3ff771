import CCodecs

/// Reads PNG files with libpng, one row at a time, as libgd pixels.
final class PNGReader: RowReader {
    private let decoder: OpaquePointer
    private let report: UnsafePointer<postcard_png_report>
    private let byteCount: Int
    let size: PixelSize
    let layout: PixelLayout
    let isGray: Bool
    let colorSpace: ColorSpace
    let passes: Int
    /// The damage after the last row.
    private var tailDamage: String?

    /// `bytes` must outlive the reader. `colors` is the color space if it does not come from the file's profile or gamma.
    init(
        _ bytes: UnsafeRawBufferPointer, size: PixelSize, hasAlpha: Bool, colors: RGBColorSpace?,
        cut: (offset: Int, length: Int)?, recovers: Bool
    ) throws(ImageError) {
        var options = postcard_png_options()
        options.allows_wrong_checksums = recovers
        options.ignores_gamma = colors != nil
        if let cut { (options.cut_offset, options.cut_length) = (cut.offset, UInt32(cut.length)) }
        var report: UnsafePointer<postcard_png_report>?
        guard let decoder = postcard_png_decoder_create(bytes.start, bytes.count, options, &report), let report else {
            throw .outOfMemory("Not enough memory to read the PNG file.")
        }
        self.decoder = decoder
        self.report = report
        self.size = size
        byteCount = bytes.count
        layout = hasAlpha ? .alpha : .opaque
        passes = Int(report.pointee.passes)
        isGray = report.pointee.is_gray
        if let colors {
            colorSpace = .rgb(colors)
        } else if let profile = report.pointee.profile {
            colorSpace = .profile(Array(UnsafeBufferPointer(start: profile, count: report.pointee.profile_count)))
        } else {
            colorSpace = .standard
        }
        try check(report.pointee.error == nil, row: 0)
    }

    deinit { postcard_png_decoder_destroy(decoder) }

    var warnings: [String] {
        (report.pointee.has_wrong_checksum ? ["A checksum in the PNG file is wrong, so the file may be damaged."] : [])
            + (tailDamage.map { [$0] } ?? [])
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        if passes > 1 { GDPixel.unpackAlpha(row, to: row, count: size.width) }
        let isGood = postcard_png_decoder_read(
            decoder, UnsafeMutableRawPointer(row).asBytes)
        // Alpha is converted even after an error, because part of the row might have been read.
        GDPixel.packAlpha(row, count: size.width)
        try check(isGood, row: y)
    }

    /// The picture is complete if its compressed data is complete. Damage after this data only causes a warning.
    func finish() throws(ImageError) {
        guard !postcard_png_decoder_finish(decoder) else { return }
        guard report.pointee.is_whole else { return try check(false, row: size.height) }
        tailDamage =
            report.pointee.reached_end
            ? "The PNG file ends early, after \(byteCount) bytes, but its picture is complete."
            : "The PNG file is damaged after its picture: \(errorText)."
    }

    private var errorText: String { report.pointee.error.map { String(cString: $0) } ?? "unknown error" }

    private func check(_ isGood: Bool, row: Int) throws(ImageError) {
        guard !isGood else { return }
        let place = passes == 1 && row < size.height ? " in row \(row + 1) of \(size.height)" : ""
        throw report.pointee.reached_end
            ? .truncated("The PNG file ends early, after \(byteCount) bytes\(place). Copy it again from its source.")
            : .damaged("The PNG file is damaged\(place): \(errorText).")
    }
}
