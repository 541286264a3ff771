extension Image {
    /// The picture without colour: Rec. 709 luma of the sRGB numbers. Transparency stays.
    public func grayscale() -> Image {
        var result = self
        let size = size
        result.withMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = rows[y][x]
                    // 0.2126, 0.7152 and 0.0722 in 65,536ths.
                    let luma =
                        ((pixel >> 16 & 255) * 13_933 + (pixel >> 8 & 255) * 46_871 + (pixel & 255) * 4_732 + 32_768)
                        >> 16
                    rows[y][x] = GDPixel.pack(red: luma, green: luma, blue: luma, transparency: pixel >> 24 & 127)
                }
            }
        }
        return result
    }
}
