extension Image {
    /// Lays another picture on this one, for example a watermark. What falls outside of this picture is lost.
    ///
    /// - Parameters:
    ///   - x: the column of this picture where the other's left edge comes; may be negative.
    ///   - y: the row of this picture where the other's top edge comes; may be negative.
    ///   - opacity: 0 (invisible) to 1; others are brought into that range.
    public mutating func lay(_ other: Image, x: Int, y: Int, opacity: Double = 1) {
        guard x.magnitude < 1 << 32, y.magnitude < 1 << 32 else { return }
        let columns = max(0, -x)..<max(max(0, -x), min(other.size.width, size.width - x))
        let rows = max(0, -y)..<max(max(0, -y), min(other.size.height, size.height - y))
        let opacity = Int32((min(1, max(0, opacity)) * 255).rounded())
        guard !columns.isEmpty, !rows.isEmpty, opacity > 0 else { return }
        withMutableRows { target in
            other.withRows { source in
                for row in rows {
                    let to = target[y + row]
                    for column in columns {
                        to[x + column] = PixelBlending.over(source[row][column], to[x + column], opacity: opacity)
                    }
                }
            }
        }
    }

    /// The picture laid on one colour, and so without transparency.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flattened(onto color: Color) throws(ImageError) -> Image {
        guard !isOpaque else { return self }
        var result = try Image(uninitialized: size)
        let background = GDPixel.pack(color) & GDPixel.opaqueMask
        withRows { source in
            result.withMutableRows { target in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        target[y][x] = PixelBlending.over(source[y][x], background, opacity: 255)
                    }
                }
            }
        }
        return result
    }
}
