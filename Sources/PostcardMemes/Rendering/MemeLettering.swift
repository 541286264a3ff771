package import PostcardImaging

/// A meme that is drawn for base images of one size, to be laid on as many of them as needed.
package struct MemeLettering: Sendable {
    /// One report per caption: those above, those on the base image, those below.
    package let reports: [CaptionReport]

    let canvas: MemeCanvas
    let layers: [MemeLayer]
    let effect: Meme.Effect?

    /// The size of the pictures that it is for.
    package var pictureSize: PixelSize { canvas.pictureSize }
    /// The size of the result: larger where there is a surround.
    package var canvasSize: PixelSize { canvas.size }

    /// The picture with the lettering on it.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` when the picture is of another size, or `outOfMemory`; `ImageError` with code
    ///   `interrupted` within `ImageWork`, whose checkpoint is called before each layer.
    package func applied(to image: consuming Image) throws -> Image {
        guard image.size == pictureSize else {
            throw MemeError(.invalidCaption, "The lettering is for pictures of \(pictureSize), not \(image.size).")
        }
        var result = try canvas.image(with: image)
        for layer in layers {
            try ImageWork.checkpoint()
            try layer.draw(on: &result)
        }
        return try effect?.applied(to: result) ?? result
    }

    /// All that is drawn, on a picture that is transparent where the base image shows through.
    ///
    /// - Returns: the picture, as large as the canvas.
    /// - Throws: as ``applied(to:)``; `MemeError` with code `invalidCaption` also for an effect, which changes what is under it.
    package func layer() throws -> Image {
        if let effect {
            throw MemeError(
                .invalidCaption,
                "The effect \(effect.rawValue) changes the whole picture and is not for videos. Leave it out; a GIF or WebP that moves can have it."
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
    /// The colour of the surround; `nil` where there is none.
    package var background: Color? { canvas.surround?.color }
}
