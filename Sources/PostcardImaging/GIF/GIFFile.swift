/// A GIF file as a still image: its first frame. `AnimatedImage` reads all frames.
struct GIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader
    /// Most GIF files have several frames.
    let mayBeAnimated = true

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        header = try GIFReader.header(of: bytes)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try GIFRowReader(bytes, limits: options.limits, recovers: options.toleratesDamage)
    }
}

/// The first frame of a GIF file as rows, for still images.
final class GIFRowReader: RowReader {
    private let frame: GIFFrame
    private let decoder: GIFFrameDecoder
    private let palette: [Int32]
    let size: PixelSize
    let layout: PixelLayout
    /// Damage in the file that does not stop decoding.
    let warnings: [String]

    /// Decodes the whole frame, with one byte per pixel.
    ///
    /// - Throws: `ImageError` if the first frame is damaged or exceeds a limit. Damage after the first frame only causes a warning.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool = false) throws(ImageError) {
        let reader = try GIFReader(bytes, limits: limits, recovers: recovers, isStill: true)
        let frame = reader.frames[0]
        var decoder = GIFFrameDecoder()
        var errors = reader.damage.map { [$0] } ?? []
        if let failure = decoder.decode(frame, in: bytes) {
            let error = failure.error(inFrame: 0, of: reader, completeRows: decoder.completeRows(of: frame))
            // Damage is tolerated only if at least one row was decoded.
            guard recovers, decoder.completeRows(of: frame) > 0 else { throw error }
            // For a file that ends within the first frame, the reader has already reported the damage.
            if frame.isComplete { errors.append(error) }
        }
        self.frame = frame
        self.decoder = decoder
        size = reader.screen
        palette = GIFColor.table(at: frame.palette ?? reader.globalPalette, in: bytes)
        layout = GIFRowReader.isOpaque(frame, decoder, on: reader.screen) ? .opaque : .alpha
        warnings = errors.map(\.message)
    }

    private static func isOpaque(_ frame: GIFFrame, _ decoder: GIFFrameDecoder, on screen: PixelSize) -> Bool {
        guard frame.rect.clipped(to: screen) == PixelRect(screen) else { return false }
        return (0..<screen.height).allSatisfy { y in
            var isOpaque = false
            decoder.withRow(y, of: frame) { indices in
                isOpaque = !(0..<screen.width).contains { Int(indices[$0]) == frame.transparentIndex }
            }
            return isOpaque
        }
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) {
        if layout == .alpha { row.update(repeating: GIFColor.transparent, count: size.width) }
        guard let part = frame.rect.clipped(to: size), part.rows.contains(y) else { return }
        palette.withUnsafeBufferPointer { decoder.drawRow(y - part.y, of: frame, part.columns, $0, on: row) }
    }
}
