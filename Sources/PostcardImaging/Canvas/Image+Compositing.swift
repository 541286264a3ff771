extension Image {
    /// The picture laid on one colour, and so without transparency.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flattened(onto color: Color) throws(ImageError) -> Image {
        guard !isOpaque else { return self }
        var result = try Image(uninitialized: size)
        let ground = (red: Int32(color.red), green: Int32(color.green), blue: Int32(color.blue))
        withRows { source in
            result.withMutableRows { target in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let pixel = source[y][x]
                        let transparency = pixel >> 24 & 127
                        func over(_ shift: Int32, _ under: Int32) -> Int32 {
                            ((pixel >> shift & 255) * (127 - transparency) + under * transparency + 63) / 127
                        }
                        target[y][x] = GDPixel.pack(
                            red: over(16, ground.red), green: over(8, ground.green), blue: over(0, ground.blue),
                            transparency: 0)
                    }
                }
            }
        }
        return result
    }
}
