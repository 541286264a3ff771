import ReducedJPEG

extension Edit {
    /// A JPEG file with the edit made of `source` whose other blocks keep their coefficients: a crop along the blocks, or a watermark.
    ///
    /// - Parameters:
    ///   - source: the JPEG file.
    ///   - metadata: the metadata of the file; of those of the source nothing is kept but the orientation.
    ///   - limits: what the source may cost.
    /// - Returns: the bytes, or `nil` where the picture has to be coded anew.
    /// - Throws: `ImageError` for a watermark that cannot be made smaller, or with code `interrupted` within ``ImageWork``.
    package func patched(_ source: [UInt8], metadata: Metadata, limits: DecodingLimits) throws -> [UInt8]? {
        guard let header = try? ImageHeader(of: source.span.bytes), header.format == .jpeg, limits.allow(header.size)
        else { return nil }
        switch self {
        case .crop(let rect): return Self.crop(source, to: rect, metadata: metadata)
        case .watermark(let watermark):
            let (mark, x, y) = try watermark.placed(on: header.size)
            var cells = DrawnCells(of: header.size)
            cells.add(mark, x: x, y: y)
            let result = try Image.encoded(patching: source, in: cells, metadata: metadata) { image, left, top in
                image.lay(mark, x: x - left, y: y - top, opacity: watermark.opacity)
            }
            return try? result.get()
        default: return nil
        }
    }

    private static func crop(_ source: [UInt8], to rect: PixelRect, metadata: Metadata) -> [UInt8]? {
        source.withUnsafeBytes { bytes in
            guard let file = try? JPEGFile(bytes), file.showsStoredColors, let blocks = try? JPEGBlocks(bytes) else {
                return nil
            }
            let header = file.header
            guard rect.x >= 0, rect.y >= 0, rect.width > 0, rect.height > 0, rect.x <= header.size.width,
                rect.y <= header.size.height, rect.width <= header.size.width - rect.x,
                rect.height <= header.size.height - rect.y
            else { return nil }
            let stored = header.orientation.inverse.uprightRect(of: rect, in: header.size)
            let exif = EXIFWriter.bytes(of: metadata, orientation: header.orientation)
            return try? blocks.file(
                x: stored.x, y: stored.y, width: stored.width, height: stored.height, exif: exif)
        }
    }
}
