extension Image {
    /// Lays another picture on this one, for example a watermark. What falls outside of this picture is lost.
    ///
    /// - Parameters:
    ///   - other: the picture to lay on this one.
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

    /// Puts another picture in place of a part of this one, in which it lies.
    package mutating func replace(with other: Image, x: Int, y: Int) {
        withMutableRows { target in
            other.withRows { source in
                for row in 0..<other.size.height {
                    (target[y + row] + x).update(from: source[row], count: other.size.width)
                }
            }
        }
        if !other.isOpaque { isOpaque = false }
    }

    /// A picture of rows of red, green and blue bytes; black where there are too few.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    package init(size: PixelSize, rgb bytes: ArraySlice<UInt8>) throws(ImageError) {
        try self.init(uninitialized: size)
        bytes.withUnsafeBufferPointer { bytes in
            withMutableRows { rows in
                for index in 0..<min(size.area, bytes.count / 3) {
                    rows[index / size.width][index % size.width] = GDPixel.pack(
                        red: Int32(bytes[index * 3]), green: Int32(bytes[index * 3 + 1]),
                        blue: Int32(bytes[index * 3 + 2]), transparency: 0)
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

/// Laying one libgd pixel over another (Porter and Duff's "over"), rounded once.
enum PixelBlending {
    /// `opacity` is that of the upper pixel, 0 to 255, besides its own alpha.
    @inline(__always)
    static func over(_ upper: Int32, _ lower: Int32, opacity: Int32) -> Int32 {
        // Shares in 127ths × 255ths of the pixel.
        let whole: Int32 = 127 * 255
        let share = (127 - (upper >> 24 & 127)) * opacity
        if share == 0 { return lower }
        if share == whole { return upper }
        let below = (127 - (lower >> 24 & 127)) * (whole - share) / 127
        let alpha = share + below
        func mixed(_ shift: Int32) -> Int32 {
            ((upper >> shift & 255) * share + (lower >> shift & 255) * below + alpha / 2) / alpha
        }
        let transparency = 127 - min(127, (alpha + 127) / 255)
        return GDPixel.pack(red: mixed(16), green: mixed(8), blue: mixed(0), transparency: transparency)
    }
}
