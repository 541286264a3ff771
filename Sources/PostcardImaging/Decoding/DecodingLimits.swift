/// The limits for a file. The limits are checked when the header is read, before memory is allocated, and again during decoding.
public struct DecodingLimits: Hashable, Sendable {
    /// The maximum number of pixels in a picture, and in all frames of an animation together. 64 million by default. For a baseline JPEG
    /// that is decoded at a reduced size, the limit applies to the decoded pixels, or to an eighth of all pixels if that is more.
    public var pixels: Int
    /// The maximum number of bytes in a file. 64 MiB by default.
    public var bytes: Int
    /// The maximum number of frames in an animation. 1,000 by default.
    public var frames: Int
    /// The maximum number of scans in a progressive JPEG. Encoders write about ten.
    package var scans = 100
    /// The isolation for TIFF, HEIC, AVIF and JPEG XL files, whose libraries enforce no limits; `nil`, the default, to decode them in this
    /// process.
    public var isolation: Isolation?

    /// Makes limits. The default limits suit a server, which also needs an ``Isolation``.
    public init(
        pixels: Int = 64_000_000, bytes: Int = 64 << 20, frames: Int = 1_000, isolation: Isolation? = nil
    ) {
        self.pixels = pixels
        self.bytes = bytes
        self.frames = frames
        self.isolation = isolation
    }

    /// The default limits, without isolation.
    public static let `default` = DecodingLimits()

    /// The maximum number of pixels on a side, as in libpng: processing a row or a column allocates memory.
    package static let maximumSide = 1_000_000

    /// True if a result of this size is allowed.
    package func allow(_ result: PixelSize) -> Bool {
        result.area <= pixels && max(result.width, result.height) <= Self.maximumSide
    }

    func refusal(ofResult size: PixelSize) -> ImageError {
        guard size.area > pixels else {
            return ImageError(
                .limitExceeded,
                "The result would have \(size) pixels; the limit per side is \(Self.maximumSide). Make it smaller."
            )
        }
        return excess(size.area) { amount, limit in
            "The result would have \(size) pixels, \(amount); the limit is \(limit). Make it smaller or raise the pixel limit."
        }
    }

    /// Returns the error for too many pixels. `message` receives the number of pixels and the limit as strings.
    private func excess(_ count: Int, _ message: (_ amount: String, _ limit: String) -> String) -> ImageError {
        let (amount, limit) = Amount.pair(count, pixels, unit: "pixel", million: "megapixels", by: 1_000_000)
        return ImageError(.limitExceeded, message(amount, limit), limit: .pixels)
    }

    /// Checks the frames of an animation before it is written.
    package func check(resultFrames count: Int, of size: PixelSize) throws(ImageError) {
        guard allow(size) else { throw refusal(ofResult: size) }
        let area = size.area(of: count)
        guard area > pixels else { return }
        throw excess(area) { amount, limit in
            "The result would have \(count) frames of \(size) pixels, \(amount) in all; the limit is \(limit). Make it smaller or raise the pixel limit."
        }
    }

    /// Checks a picture before it is written. While a GIF or an animated WebP is written, each pixel takes 27 bytes instead of 4.
    package func check(result size: PixelSize, as format: ImageFormat, isAnimated: Bool = false) throws(ImageError) {
        guard format == .gif || format == .webp && isAnimated, size.area / 4 > pixels / 27 else { return }
        throw ImageError(
            .limitExceeded,
            "Writing a \(format.displayName) of \(size) pixels takes more memory than the pixel limit allows. Make it smaller, choose another format, or raise the pixel limit.",
            limit: .pixels)
    }

    func check(byteCount: Int) throws(ImageError) {
        guard byteCount > bytes else { return }
        let (count, limit) = Amount.pair(byteCount, bytes, unit: "byte", million: "MiB", by: 1 << 20)
        throw ImageError(
            .limitExceeded, "The file size is \(count); the limit is \(limit). Raise the byte limit to read it.",
            limit: .bytes)
    }

    /// Checks a picture before it is read. `decoded` is the number of pixels to decode; by default, all pixels.
    func check(
        size: PixelSize, frames count: Int = 1, decoding decoded: @autoclosure () -> Int = .max
    ) throws(ImageError) {
        try check(frameCount: count)
        guard max(size.width, size.height) <= Self.maximumSide else {
            throw ImageError(
                .limitExceeded,
                "The picture has \(size) pixels; no side may have more than \(Self.maximumSide).")
        }
        guard size.area(of: count) > pixels, decoded() > pixels else { return }
        try check(pixelCount: size.area(of: count), size: size, frames: count)
    }

    func check(frameCount: Int) throws(ImageError) {
        guard frameCount > frames else { return }
        throw ImageError(
            .limitExceeded,
            "The picture has \(frameCount) frames; the limit is \(frames). Raise the frame limit to read it.",
            limit: .frames)
    }

    /// Checks an animation. `area` is the number of pixels in all frames so far, and `size` is the size of one frame.
    func check(pixelCount area: Int, size: PixelSize, frames count: Int) throws(ImageError) {
        guard area > pixels else { return }
        let frames = count > 1 ? " in each of \(count) frames" : ""
        throw excess(area) { amount, limit in
            "The picture has \(size) pixels\(frames), \(amount) in all; the limit is \(limit). Raise the pixel limit to read it."
        }
    }
}

extension PixelSize {
    /// Returns the number of pixels in this many frames of this size.
    fileprivate func area(of frames: Int) -> Int { PixelSize(width: area, height: max(1, frames)).area }
}

/// Formats a number and the limit that it exceeds.
private enum Amount {
    /// Returns a number and its limit as strings, in millions with one decimal place. Exact numbers are used if the strings would be equal,
    /// or if the limit is not a whole number of millions.
    static func pair(
        _ value: Int, _ limit: Int, unit: String, million: String, by factor: Int
    ) -> (value: String, limit: String) {
        let tenths = value / (factor / 10)
        guard limit % factor == 0, limit > 0, tenths > limit / factor * 10 else {
            return (exact(value, unit), exact(limit, unit))
        }
        let whole = "\(tenths / 10)" + (tenths % 10 == 0 || tenths >= 1_000 ? "" : ".\(tenths % 10)")
        let unit = limit == factor && million.hasSuffix("s") ? String(million.dropLast()) : million
        return ("\(whole) \(million)", "\(limit / factor) \(unit)")
    }

    private static func exact(_ value: Int, _ unit: String) -> String { "\(value) \(unit)\(value == 1 ? "" : "s")" }
}
