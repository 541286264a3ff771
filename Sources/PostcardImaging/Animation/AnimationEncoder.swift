/// Makes an animated GIF from pictures as they come.
///
/// ```swift
/// var encoder = try AnimationEncoder(size: size, loopCount: 0)
/// for image in images { try encoder.append(image, delay: 10) }
/// let file = try encoder.finish()
/// ```
///
/// Colours are kept exactly as long as a frame's changed part has no more than 255; otherwise the best 255 are found
/// for it. GIF has no half transparent pixels: those under one half become transparent, the others opaque.
public struct AnimationEncoder: Sendable {
    private var writer: GIFWriter

    /// Begins an animation.
    ///
    /// - Parameters:
    ///   - size: of every frame, in pixels, 1 to 65 535 a side.
    ///   - loopCount: how often it is shown again after the first time, 0 for without end, `nil` for not at all.
    ///     Brought into 0 to 65 535.
    /// - Throws: `ImageError` with code `encodingFailed` when the size is not one that a GIF can have.
    public init(size: PixelSize, loopCount: Int? = 0) throws(ImageError) {
        writer = try GIFWriter(size: size, loopCount: loopCount)
    }

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - image: as large as the animation.
    ///   - delay: how long it is shown, in hundredths of a second; brought into 0 to 65 535.
    /// - Throws: `ImageError` with code `encodingFailed` when the picture has another size.
    public mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        try writer.append(image, delay: delay)
    }

    /// The file.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` when no picture was added.
    public consuming func finish() throws(ImageError) -> [UInt8] {
        try writer.finish()
    }
}
