public import PostcardImaging

/// A meme that is drawn for base images of one size, to be laid on as many of them as needed.
public struct MemeLettering: Sendable {
    /// One report per caption: those above, those on the base image, those below.
    public let reports: [CaptionReport]

    let canvas: MemeCanvas
    let layers: [MemeLayer]
    let effect: Meme.Effect?

    /// The size of the pictures that it is for.
    public var pictureSize: PixelSize { canvas.pictureSize }
    /// The size of the result: larger where there is a surround.
    public var canvasSize: PixelSize { canvas.size }

    /// The picture with the lettering on it.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` when the picture is of another size, or `outOfMemory`; `ImageError` with code
    ///   `interrupted` within `ImageWork`, whose checkpoint is called before each layer.
    public func applied(to image: consuming Image) throws -> Image {
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

/// The canvas of a meme, and the place of the base image on it.
struct MemeCanvas: Sendable {
    let pictureSize: PixelSize
    /// Larger than the picture where there is a surround.
    let size: PixelSize
    /// The top left corner of the base image.
    let origin: (x: Int, y: Int)
    let surround: Surround?

    /// The picture with its surround, before anything is drawn.
    ///
    /// - Throws: `MemeError` with code `outOfMemory`.
    func image(with picture: consuming Image) throws(MemeError) -> Image {
        guard let surround else { return picture }
        do throws(ImageError) {
            var canvas = try empty()
            try canvas.replace(with: try picture.flattened(onto: surround.color), x: origin.x, y: origin.y)
            return canvas
        } catch {
            throw MemeError(.outOfMemory, error.message)
        }
    }

    /// The surround with its keyline; transparent where there is none.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    func empty() throws(ImageError) -> Image {
        var image = try Image(size: size, fill: surround?.color ?? .clear)
        guard let keyline = surround?.keyline else { return image }
        let width = max(1, pictureSize.pixels(keyline.width))
        let reach = pictureSize.pixels(keyline.gap) + width
        let (left, top) = (origin.x - reach, origin.y - reach)
        let (columns, rows) = (pictureSize.width + 2 * reach, pictureSize.height + 2 * reach)
        for bar in [
            PixelRect(x: left, y: top, width: columns, height: width),
            PixelRect(x: left, y: top + rows - width, width: columns, height: width),
            PixelRect(x: left, y: top + width, width: width, height: rows - 2 * width),
            PixelRect(x: left + columns - width, y: top + width, width: width, height: rows - 2 * width),
        ] {
            try image.fill(bar, with: keyline.color)
        }
        return image
    }
}

/// One thing to be laid on a picture.
enum MemeLayer: Sendable {
    case lettering(MaskLayers)
    case picture(Image, x: Int, y: Int, opacity: Double)

    /// Draws it on a picture, or on the part of one whose top left corner is at these pixels.
    func draw(on image: inout Image, from left: Int = 0, _ top: Int = 0) throws(ImageError) {
        switch self {
        case .lettering(var layers):
            layers.fill.x -= left
            layers.fill.y -= top
            try image.blend(layers)
        case .picture(let picture, let x, let y, let opacity):
            try image.lay(picture, x: x - left, y: y - top, opacity: opacity)
        }
    }

    /// Marks what `draw` changes.
    func mark(_ cells: inout DrawnCells) {
        switch self {
        case .lettering(let layers): cells.add(layers)
        case .picture(let picture, let x, let y, _): cells.add(picture, x: x, y: y)
        }
    }

    /// Bytes of what is lettered. Pictures have a limit of their own.
    var letteringBytes: Int {
        guard case .lettering(let layers) = self else { return 0 }
        let pixels = layers.fill.coverage.count
        return pixels * ((layers.outline == nil ? 1 : 2) + (layers.colors == nil ? 0 : 4))
    }
}
