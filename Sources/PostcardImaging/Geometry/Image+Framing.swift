extension Image {
    /// Returns part of the picture. The result is smaller than the rectangle if the rectangle extends beyond the picture.
    ///
    /// - Throws: `ImageError` with code `emptyResult` if the rectangle is outside the picture, `outOfMemory` or, in a canceled
    ///   ``MemoryBudget/run(_:_:)``, `interrupted`.
    public func cropped(to rect: PixelRect) throws(ImageError) -> Image {
        guard let part = rect.clipped(to: size) else {
            throw ImageError(
                .emptyResult, "The result would be empty: the part \(rect) is outside the picture of \(size) pixels."
            )
        }
        if part.size == size { return self }
        return try redrawn(as: part.size) { y, source, row in
            row.update(from: source[part.y + y] + part.x, count: part.width)
        }
    }

    /// Returns the picture in the middle of a solid canvas. A picture that is larger than the canvas is cropped.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func padded(to canvas: PixelSize, color: Color) throws(ImageError) -> Image {
        guard canvas != size else { return color.alpha == 255 ? try flattened(onto: color) : self }
        return try centered(on: try Image(size: canvas, fill: color), keepsTransparency: false)
    }

    /// Returns the picture in the middle of a background, cut off where the background is smaller.
    ///
    /// - Parameters:
    ///   - keepsTransparency: true to keep transparent parts of the picture transparent, and show the background only around the picture.
    /// - Returns: the picture, with the size of the background.
    /// - Throws: `ImageError` with code `outOfMemory` if a shared background can't be copied.
    package func centered(on background: consuming Image, keepsTransparency: Bool) throws(ImageError) -> Image {
        let origin = (x: (background.size.width - size.width) / 2, y: (background.size.height - size.height) / 2)
        if keepsTransparency, !isOpaque {
            try background.erase(PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height))
        }
        try background.draw(self, x: origin.x, y: origin.y)
        return background
    }

    /// Returns the background for a picture that does not fill its box, as in thumbor and memegen: a stretched, blurred copy.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    package func blurredBackground(of size: PixelSize) throws(ImageError) -> Image {
        try blurred(sigma: 50).resized(to: size)
    }
}
