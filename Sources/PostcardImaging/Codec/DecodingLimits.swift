/// What a file may cost, enforced from its header before memory is taken and again while decoding.
public struct DecodingLimits: Hashable, Sendable {
    /// Most pixels in one frame, and in all frames of an animation together. 64 million by default.
    public var pixels: Int
    /// Most bytes in the file. 64 MiB by default.
    public var bytes: Int
    /// Most frames in an animation. 1,000 by default.
    public var frames: Int
    /// Most scans in a progressive JPEG; encoders write about ten. 100 by default.
    public var scans: Int

    /// Makes limits; the defaults suit a server.
    public init(pixels: Int = 64_000_000, bytes: Int = 64 << 20, frames: Int = 1_000, scans: Int = 100) {
        self.pixels = pixels
        self.bytes = bytes
        self.frames = frames
        self.scans = scans
    }

    /// Fits a server that takes pictures from strangers.
    public static let `default` = DecodingLimits()

    func check(byteCount: Int) throws(ImageError) {
        guard byteCount <= bytes else {
            throw ImageError(
                .limitExceeded,
                "The file has \(byteCount) bytes and the limit is \(bytes). Raise the byte limit to read it.")
        }
    }

    func check(size: PixelSize, frames count: Int = 1) throws(ImageError) {
        guard count <= frames else {
            throw ImageError(
                .limitExceeded,
                "The picture has \(count) frames and the limit is \(frames). Raise the frame limit to read it.")
        }
        guard size.area <= pixels / max(1, count) else {
            let frames = count > 1 ? " in \(count) frames" : ""
            throw ImageError(
                .limitExceeded,
                "The picture has \(size) pixels\(frames) and the limit is \(pixels) in all. Raise the pixel limit to read it."
            )
        }
    }
}
