import CGD

extension Image {
    /// Draws another picture, such as a watermark, on this picture. Parts outside this picture are not drawn.
    ///
    /// - Parameters:
    ///   - x: the column of this picture where the left edge of `other` is drawn; can be negative.
    ///   - y: the row of this picture where the top edge of `other` is drawn; can be negative.
    ///   - opacity: 0 (invisible) to 1; other values are clamped.
    /// - Throws: `ImageError` with code `outOfMemory` if a shared image can't be copied.
    public mutating func draw(_ other: Image, x: Int, y: Int, opacity: Double = 1) throws(ImageError) {
        let opacity = Int32((min(1, max(0, opacity)) * 255).rounded())
        let rect = PixelRect(x: x, y: y, width: other.size.width, height: other.size.height)
        guard opacity > 0, let part = rect.clipped(to: size) else { return }
        if opacity == 255, other.isOpaque { return try replace(with: other, x: x, y: y) }
        let source = opacity < 255 ? try other.faded(to: opacity) : other
        try withGD { target in
            withExtendedLifetime(source.storage) {
                gdImageCopy(
                    target, source.storage.gd, Int32(part.x), Int32(part.y), Int32(part.x - x), Int32(part.y - y),
                    Int32(part.width), Int32(part.height))
            }
        }
    }

    /// Returns the picture with its opacity multiplied by `opacity` / 255.
    private func faded(to opacity: Int32) throws(ImageError) -> Image {
        var result = self
        result.isOpaque = false
        try result.withMutableRows { rows in
            for y in 0..<size.height {
                let row = rows[y]
                for x in 0..<size.width {
                    let share = (127 - row[x] >> 24) * opacity + 127
                    row[x] = row[x] & GDPixel.opaqueMask | (127 - share / 255) << 24
                }
            }
        }
        return result
    }

    /// Fills a rectangle with a color. The part outside the picture is ignored.
    package mutating func fill(_ rect: PixelRect, with color: Color) throws(ImageError) {
        guard let part = rect.clipped(to: size) else { return }
        let pixel = GDPixel.pack(color)
        try withMutableRows { rows in
            for y in part.y..<part.y + part.height {
                GDPixel.lay(pixel, on: rows[y] + part.x, count: part.width)
            }
        }
    }

    /// Replaces part of the picture with another picture. The part outside this picture is ignored.
    package mutating func replace(with other: Image, x: Int, y: Int) throws(ImageError) {
        let rect = PixelRect(x: x, y: y, width: other.size.width, height: other.size.height)
        guard let part = rect.clipped(to: size) else { return }
        try withMutableRows { target in
            other.withRows { source in
                for row in part.y..<part.y + part.height {
                    (target[row] + part.x).update(from: source[row - y] + part.x - x, count: part.width)
                }
            }
        }
        if !other.isOpaque { isOpaque = false }
    }

    /// Makes a rectangle transparent, ignoring the part outside the picture.
    package mutating func erase(_ rect: PixelRect) throws(ImageError) {
        guard let part = rect.clipped(to: size) else { return }
        try withMutableRows { rows in
            for y in part.y..<part.y + part.height {
                (rows[y] + part.x).update(repeating: GDPixel.pack(.clear), count: part.width)
            }
        }
        isOpaque = false
    }

    /// Returns the picture on a solid background, without transparency.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flattened(onto color: Color) throws(ImageError) -> Image {
        guard !isOpaque else { return self }
        var background = color
        background.alpha = 255
        var result = try Image(size: size, fill: background)
        try result.draw(self, x: 0, y: 0)
        return result
    }

    /// Makes a picture from rows of red, green and blue bytes. Pixels whose bytes are missing are black.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    package init(size: PixelSize, rgb bytes: ArraySlice<UInt8>) throws(ImageError) {
        try self.init(uninitialized: size)
        try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
            try withMutableRows { rows in
                for index in 0..<min(size.area, bytes.count / 3) {
                    rows[index / size.width][index % size.width] = GDPixel.pack(
                        red: Int32(bytes[index * 3]), green: Int32(bytes[index * 3 + 1]),
                        blue: Int32(bytes[index * 3 + 2]), transparency: 0)
                }
            }
        }
    }
}
