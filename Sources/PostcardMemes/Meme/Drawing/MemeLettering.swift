public import PostcardImaging

/// A meme's lettering drawn for pictures of one size, ready to be laid on as many of them as wanted.
public struct MemeLettering: Sendable {
    /// The size of the pictures that it is for.
    public let pictureSize: PixelSize
    /// The size of the result: larger where there is a surround.
    public let canvasSize: PixelSize
    /// What became of the captions: those above, those on the picture, those below.
    public let reports: [CaptionReport]

    let origin: (x: Int, y: Int)
    let ground: Color?
    let layers: [MemeLayer]

    /// The picture with the lettering on it.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` when the picture is of another size, or `outOfMemory`.
    public func applied(to image: Image) throws(MemeError) -> Image {
        guard image.size == pictureSize else {
            throw MemeError(.invalidCaption, "The lettering is for pictures of \(pictureSize), not \(image.size).")
        }
        var result: Image
        do throws(ImageError) {
            result = try canvas(for: image)
        } catch {
            throw MemeError(.outOfMemory, error.message)
        }
        for layer in layers { layer.draw(on: &result) }
        return result
    }

    private func canvas(for image: Image) throws(ImageError) -> Image {
        guard let ground else { return image }
        let picture = try image.flattened(onto: ground)
        var canvas = try Image(size: canvasSize, fill: ground)
        let size = image.size
        picture.withRows { source in
            canvas.withMutableRows { target in
                for y in 0..<size.height {
                    (target[origin.y + y] + origin.x).update(from: source[y], count: size.width)
                }
            }
        }
        return canvas
    }
}
