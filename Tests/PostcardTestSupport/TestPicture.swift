public import PostcardImaging

/// Small images made in code.
public enum TestPicture {
    /// Returns an image whose colors identify each pixel: red increases to the right and green downward, and blue alternates in squares.
    public static func gradient(_ width: Int = 64, _ height: Int = 48) throws -> Image {
        var image = try Image(size: PixelSize(width: width, height: height), fill: .black)
        for y in 0..<height {
            for x in 0..<width {
                try image.setColor(
                    Color(
                        red: UInt8(x * 255 / max(1, width - 1)), green: UInt8(y * 255 / max(1, height - 1)),
                        blue: (x / 8 + y / 8).isMultiple(of: 2) ? 200 : 40), x: x, y: y)
            }
        }
        return image
    }

    /// Returns the gradient as a JPEG file, with an EXIF block if any of its values is not `nil`.
    public static func jpeg(
        _ width: Int = 64, _ height: Int = 48, orientation: Int? = nil, latitude: Double? = nil,
        longitude: Double? = nil, title: String? = nil, artist: String? = nil, copyright: String? = nil
    ) throws -> [UInt8] {
        let bytes = try gradient(width, height).encoded(as: .jpeg(quality: 90))
        var exif = EXIFBlock()
        if let orientation { exif.addShort(0x0112, orientation) }
        if let title { exif.addText(0x010E, title) }
        if let artist { exif.addText(0x013B, artist) }
        if let copyright { exif.addText(0x8298, copyright) }
        if let latitude, let longitude { exif.addPosition(latitude: latitude, longitude: longitude) }
        return exif.isEmpty ? bytes : exif.inserted(intoJPEG: bytes)
    }

    /// Returns a raw file that starts like a TIFF file, with the gradient as its preview.
    public static func dng() throws -> [UInt8] {
        let preview = try jpeg()
        // The preview's offset and length, and the DNG version.
        let fields = [(0x201, 4, 50), (0x202, 4, preview.count), (0xC612, 1, 1)]
        let entries = fields.flatMap { (tag, type, value) -> [UInt8] in
            little(tag, 2) + little(type, 2) + little(type == 1 ? 4 : 1, 4) + little(value, 4)
        }
        var file: [UInt8] = [0x49, 0x49, 42, 0] + little(8, 4)
        file += little(fields.count, 2) + entries + little(0, 4)
        return file + preview
    }

    /// Returns an icon with the gradient as a PNG file.
    public static func ico() throws -> [UInt8] {
        let png = try gradient().encoded(as: .png)
        let entry: [UInt8] = [64, 48, 0, 0, 1, 0, 32, 0] + little(png.count, 4) + little(22, 4)
        return [0, 0, 1, 0, 1, 0] + entry + png
    }

    /// Returns the gradient as a TGA file with 24 bits per pixel.
    public static func tga() throws -> [UInt8] {
        let image = try gradient()
        let pixels = (0..<48).flatMap { y -> [UInt8] in
            (0..<64).flatMap { x -> [UInt8] in
                let color = image[x, y]
                return [color.blue, color.green, color.red]
            }
        }
        var file: [UInt8] = [0, 0, 2] + [UInt8](repeating: 0, count: 9)
        file += little(64, 2) + little(48, 2) + [24, 0x20]
        return file + pixels
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns the header of an image file.
    public static func header(of bytes: [UInt8]) throws -> ImageHeader {
        try ImageHeader(of: bytes)
    }
}
