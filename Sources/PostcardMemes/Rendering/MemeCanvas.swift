import PostcardImaging

/// The canvas of a meme, and the position of the base image on the canvas.
struct MemeCanvas: Sendable {
    let pictureSize: PixelSize
    /// The size of the canvas, which is larger than the picture if there is a surround.
    let size: PixelSize
    /// The top left corner of the base image.
    let origin: (x: Int, y: Int)
    let surround: Surround?

    /// Returns the picture on its surround, before anything is drawn.
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

    /// Returns the surround with its keyline; a transparent image if the canvas has no surround.
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
