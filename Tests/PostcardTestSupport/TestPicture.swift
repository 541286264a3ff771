public import PostcardImaging

/// Small pictures made in code.
public enum TestPicture {
    /// A picture whose colours tell where each pixel was: red grows to the right, green downwards, blue in squares.
    public static func gradient(_ width: Int = 64, _ height: Int = 48) throws -> Image {
        var image = try Image(size: PixelSize(width: width, height: height), fill: .black)
        for y in 0..<height {
            for x in 0..<width {
                image[x, y] = Color(
                    red: UInt8(x * 255 / max(1, width - 1)), green: UInt8(y * 255 / max(1, height - 1)),
                    blue: (x / 8 + y / 8).isMultiple(of: 2) ? 200 : 40)
            }
        }
        return image
    }

    /// The same as a JPEG file, with an EXIF block if any of its values is given.
    public static func jpeg(
        _ width: Int = 64, _ height: Int = 48, orientation: Int? = nil, latitude: Double? = nil,
        longitude: Double? = nil, title: String? = nil, artist: String? = nil
    ) throws -> [UInt8] {
        let bytes = try gradient(width, height).encoded(.jpeg(quality: 90))
        var exif = EXIFBlock()
        if let orientation { exif.addShort(0x0112, orientation) }
        if let title { exif.addText(0x010E, title) }
        if let artist { exif.addText(0x013B, artist) }
        if let latitude, let longitude { exif.addPosition(latitude: latitude, longitude: longitude) }
        return exif.isEmpty ? bytes : exif.inserted(intoJPEG: bytes)
    }

    /// What a picture file says about itself.
    public static func header(of bytes: [UInt8]) throws -> ImageHeader {
        try ImageHeader(of: bytes.span.bytes)
    }
}
