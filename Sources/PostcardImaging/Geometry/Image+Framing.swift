extension Image {
    /// A part of the picture. What lies outside of the picture is left out.
    ///
    /// - Throws: `ImageError` with code `emptyResult` when the rectangle misses the picture, or `outOfMemory`.
    public func cropped(to rect: PixelRect) throws(ImageError) -> Image {
        let left = max(0, rect.x)
        let top = max(0, rect.y)
        let right = min(size.width, Self.end(of: rect.x, rect.width))
        let bottom = min(size.height, Self.end(of: rect.y, rect.height))
        guard left < right, top < bottom else {
            throw ImageError(
                .emptyResult, "Nothing would be left: the part \(rect) lies outside of the picture of \(size) pixels.")
        }
        if right - left == size.width && bottom - top == size.height { return self }
        var result = try Image(uninitialized: PixelSize(width: right - left, height: bottom - top))
        withRows { source in
            result.withMutableRows { target in
                for y in top..<bottom { target[y - top].update(from: source[y] + left, count: right - left) }
            }
        }
        result.isOpaque = isOpaque
        return result
    }

    private static func end(of start: Int, _ length: Int) -> Int {
        let (end, overflow) = start.addingReportingOverflow(length)
        return overflow ? length > 0 ? .max : .min : end
    }

    /// The picture in the middle of a canvas. Where the canvas is smaller, the picture is cut.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func padded(to canvas: PixelSize, color: Color) throws(ImageError) -> Image {
        guard canvas != size else { return color.alpha == 255 ? try flattened(onto: color) : self }
        var result = try Image(size: canvas, fill: color)
        result.lay(self, x: (canvas.width - size.width) / 2, y: (canvas.height - size.height) / 2)
        return result
    }

    /// The picture in the middle of a background; cut where the background is smaller.
    ///
    /// - Parameters:
    ///   - keepsTransparency: whether transparent parts of the picture stay transparent, with the background only around it.
    /// - Returns: the picture, of the size of the background.
    /// - Throws: `ImageError` with code `outOfMemory`.
    package func centered(on background: Image, keepsTransparency: Bool) throws(ImageError) -> Image {
        let canvas = background.size
        let origin = (x: (canvas.width - size.width) / 2, y: (canvas.height - size.height) / 2)
        var result = background
        if keepsTransparency, !isOpaque {
            result = try Image(size: canvas)
            let (left, top) = (max(0, origin.x), max(0, origin.y))
            let right = min(canvas.width, left + size.width)
            let bottom = min(canvas.height, top + size.height)
            let strips = [
                PixelRect(x: 0, y: 0, width: canvas.width, height: top),
                PixelRect(x: 0, y: bottom, width: canvas.width, height: canvas.height - bottom),
                PixelRect(x: 0, y: top, width: left, height: bottom - top),
                PixelRect(x: right, y: top, width: canvas.width - right, height: bottom - top),
            ]
            for strip in strips where strip.width > 0 && strip.height > 0 {
                result.lay(try background.cropped(to: strip), x: strip.x, y: strip.y)
            }
        }
        result.lay(self, x: origin.x, y: origin.y)
        return result
    }

    /// The background that thumbor and memegen lay a picture on which does not fill its box: its own blurred copy, stretched.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    package func blurredBackground(of size: PixelSize) throws(ImageError) -> Image {
        try blurred(sigma: 50).resized(to: size)
    }
}

extension PixelRect: CustomStringConvertible {
    /// Size and position, for example `40 × 30 at 10, 20`.
    public var description: String { "\(width) × \(height) at \(x), \(y)" }
}
