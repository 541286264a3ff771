internal import PostcardImaging

/// Where the picture lies on what a meme is drawn on.
struct MemeCanvas: Sendable {
    let pictureSize: PixelSize
    /// Larger than the picture where there is a surround.
    let size: PixelSize
    /// Where the picture's top left is.
    let origin: (x: Int, y: Int)
    /// The colour of the surround; `nil` where there is none.
    let background: Color?

    /// The picture with its surround, before anything is drawn.
    ///
    /// - Throws: `MemeError` with code `outOfMemory`.
    func image(with picture: Image) throws(MemeError) -> Image {
        guard let background else { return picture }
        do throws(ImageError) {
            let picture = try picture.flattened(onto: background)
            var canvas = try Image(size: size, fill: background)
            picture.withRows { source in
                canvas.withMutableRows { target in
                    for y in 0..<pictureSize.height {
                        (target[origin.y + y] + origin.x).update(from: source[y], count: pictureSize.width)
                    }
                }
            }
            return canvas
        } catch {
            throw MemeError(.outOfMemory, error.message)
        }
    }
}
