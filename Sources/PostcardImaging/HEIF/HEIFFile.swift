/// A HEIC or AVIF file (ISO/IEC 23008-12).
final class HEIFFile: ImageFile {
    private let items: HEIFItems
    private let grid: HEIFGrid
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) throws(ImageError) {
        guard let boxes = HEIFBoxes(bytes), let items = try HEIFItems(boxes) else {
            throw HEIFFile.failure(bytes, format)
        }
        self.items = items
        if ["iovl", "iden"].contains(items.type(of: items.primary)) {
            throw .unsupported(
                "This \(format.displayName) file uses an unsupported kind of derived image.")
        }
        grid = try HEIFGrid(items.primary, of: items, format: format)
        let size = items.transform(of: items.primary, grid.size).size
        header = ImageHeader(format: format, storedSize: size, metadata: items.metadata)
        guard size.width > 0, size.height > 0 else {
            throw .damaged("The \(format.displayName) file specifies a size of 0 pixels.")
        }
    }

    /// Returns the error for a file without a primary item.
    private static func failure(_ bytes: UnsafeRawBufferPointer, _ format: ImageFormat) -> ImageError {
        if HEIFSequence.frameCount(of: bytes) > 0 {
            return .unsupported(
                "This \(format.displayName) file contains frames but no still image. Convert it to GIF or WebP first, for example with ffmpeg."
            )
        }
        if HEIFBoxes.isCut(bytes) {
            return .truncated(
                "The \(format.displayName) file ends after \(bytes.count) bytes, before it describes its picture. Copy it again from its source."
            )
        }
        return .damaged("The \(format.displayName) file is damaged: it does not specify its main picture.")
    }

    var bytesPerPixel: Int { grid.tiles.first.map(items.bytesPerPixel) ?? 16 }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let alpha = items.alpha(of: items.primary)
        // Thumbnails have no alpha. A damaged thumbnail is ignored.
        if alpha == nil, let item = items.thumbnail(wanted: wanted, whole: header.storedSize),
            let grid = try? HEIFGrid(item, of: items, format: header.format), grid.tiles.count == 1
        {
            var options = options
            options.toleratesDamage = false
            if let reader = try? HEIFReader(item, grid, of: items, format: header.format, options: options) {
                return reader
            }
        }
        return try HEIFReader(
            items.primary, grid, of: items, alpha: alpha, format: header.format, options: options)
    }
}

extension ColorSpace {
    /// Makes the color space for code points of ITU-T H.273; sRGB for unknown code points.
    init(primaries: Int, transfer: Int, peak: Int?) {
        var space = RGBColorSpace(primaries: primaries, transfer: transfer, peak: peak)
        // Encoders specify the video curve (BT.709) for sRGB pictures, and browsers treat this curve as sRGB.
        if space?.transfer == .bt709 { space?.transfer = .sRGB }
        self = space.map(ColorSpace.rgb) ?? .standard
    }
}
