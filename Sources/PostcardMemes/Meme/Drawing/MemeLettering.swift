public import PostcardImaging

/// A meme's lettering drawn for pictures of one size, ready to be laid on as many of them as wanted.
public struct MemeLettering: Sendable {
    /// What became of the captions: those above, those on the picture, those below.
    public let reports: [CaptionReport]

    let canvas: MemeCanvas
    let layers: [MemeLayer]

    /// The size of the pictures that it is for.
    public var pictureSize: PixelSize { canvas.pictureSize }
    /// The size of the result: larger where there is a surround.
    public var canvasSize: PixelSize { canvas.size }

    /// The picture with the lettering on it.
    ///
    /// - Parameter image: the base image.
    /// - Throws: `MemeError` with code `invalidCaption` when the picture is of another size, or `outOfMemory`; `ImageError` with code
    ///   `interrupted` within `ImageWork`, whose checkpoint is called before each layer.
    public func applied(to image: Image) throws -> Image {
        guard image.size == pictureSize else {
            throw MemeError(.invalidCaption, "The lettering is for pictures of \(pictureSize), not \(image.size).")
        }
        var result = try canvas.image(with: image)
        for layer in layers {
            try ImageWork.checkpoint()
            layer.draw(on: &result)
        }
        return result
    }
}
