public import PostcardImaging

extension TestPicture {
    /// Returns a gray picture with a face: an oval of 44 × 56 pixels, shaded at its edge, with dark brows, eyes, nostrils and a mouth.
    ///
    /// - Parameter place: the middle of the face.
    public static func face(_ skin: Color, at place: (x: Int, y: Int), on size: PixelSize) throws -> Image {
        var image = try Image(size: size, fill: Color(red: 90, green: 110, blue: 120))
        try drawFace(skin, at: place, on: &image)
        return image
    }

    /// Draws the face of ``face(_:at:on:)`` on a picture.
    public static func drawFace(_ skin: Color, at place: (x: Int, y: Int), on image: inout Image) throws {
        func distance(_ x: Int, _ y: Int, _ width: Double, _ height: Double) -> Double {
            Double(x) * Double(x) / (width * width) + Double(y) * Double(y) / (height * height)
        }
        for y in -28...28 {
            for x in -22...22 where distance(x, y, 22, 28) <= 1 {
                let isEye = distance(abs(x) - 9, y + 8, 4, 2.5) <= 1
                let isBrow = distance(abs(x) - 9, y + 14, 6, 1.5) <= 1
                let isMouth = distance(x, y - 14, 8, 2.5) <= 1
                let isNose = x == 2 && -4...5 ~= y || distance(abs(x) - 3, y - 6, 2, 1.5) <= 1
                let light =
                    isEye || isBrow ? 0.2 : isMouth ? 0.5 : isNose ? 0.6 : 1 - 0.3 * distance(x, y, 22, 28)
                try image.setColor(
                    Color(
                        red: UInt8(Double(skin.red) * light), green: UInt8(Double(skin.green) * light),
                        blue: UInt8(Double(skin.blue) * light)), x: place.x + x, y: place.y + y)
            }
        }
    }
}
