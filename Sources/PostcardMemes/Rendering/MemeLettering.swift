package import PostcardImaging

/// A meme drawn once for base images of one size. The drawing can be applied to any number of such images.
package struct MemeLettering: Sendable {
    /// One report per caption, in this order: above, on and below the base image.
    package let reports: [CaptionReport]

    let canvas: MemeCanvas
    let layers: [MemeLayer]
    let effect: Meme.Effect?

    /// The size of the base images.
    package var pictureSize: PixelSize { canvas.pictureSize }
    /// The size of the result, which is larger than a base image if there is a surround.
    package var canvasSize: PixelSize { canvas.size }

    /// Draws the meme on a picture.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` if the picture has a different size, or `outOfMemory`; `ImageError` with code
    ///   `interrupted` within `ImageWork`, whose checkpoint is called before each layer.
    package func applied(to image: consuming Image) throws -> Image {
        guard image.size == pictureSize else {
            throw MemeError(.invalidCaption, "The text was drawn for \(pictureSize) pixels, not \(image.size).")
        }
        var result = try canvas.image(with: image)
        for layer in layers {
            try ImageWork.checkpoint()
            try layer.draw(on: &result)
        }
        return try effect?.applied(to: result) ?? result
    }

    /// Draws the meme on a picture that is transparent where the base image shows through.
    ///
    /// - Returns: the picture, as large as the canvas.
    /// - Throws: the errors that ``applied(to:)`` throws; `MemeError` with code `invalidCaption` if the meme has an effect, which would
    ///   change the base image.
    package func layer() throws -> Image {
        if let effect {
            throw MemeError(
                .invalidCaption,
                "The \(effect.rawValue) effect does not apply to videos. Leave it out, or make an animated GIF or WebP."
            )
        }
        var result = try canvas.empty()
        let (picture, origin) = (canvas.pictureSize, canvas.origin)
        try result.erase(PixelRect(x: origin.x, y: origin.y, width: picture.width, height: picture.height))
        for layer in layers {
            try ImageWork.checkpoint()
            try layer.draw(on: &result)
        }
        return result
    }

    /// The top left corner of the base image on the canvas.
    package var origin: (x: Int, y: Int) { canvas.origin }
    /// The color of the surround; `nil` if the meme has no surround.
    package var background: Color? { canvas.surround?.color }
}
