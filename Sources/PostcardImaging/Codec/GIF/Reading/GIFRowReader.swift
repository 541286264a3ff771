/// The first frame of a GIF file as rows, for pictures that do not move.
final class GIFRowReader: RowReader {
    private let frame: GIFFrame
    private let decoder: GIFFrameDecoder
    private let palette: [Int32]
    private var rowsRead = 0
    let size: PixelSize
    let isOpaque: Bool
    /// Damage anywhere in the file, as far as it is no error.
    let warnings: [String]

    /// Decodes the frame at once, to a byte a pixel.
    ///
    /// - Throws: `ImageError` for damage and excess of the first frame; damage behind it is a warning.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool = false) throws(ImageError) {
        let reader = try GIFReader(bytes, limits: limits, recovers: recovers, isStill: true)
        let frame = reader.frames[0]
        var decoder = GIFFrameDecoder()
        var errors = reader.damage.map { [$0] } ?? []
        if let failure = decoder.decode(frame, in: bytes) {
            let error = failure.error(inFrame: 0, of: reader, completeRows: decoder.completeRows(of: frame))
            // A picture of which nothing is there is not saved.
            guard recovers, decoder.completeRows(of: frame) > 0 else { throw error }
            // A file that stops within its only frame has been told of already.
            if frame.isComplete { errors.append(error) }
        }
        self.frame = frame
        self.decoder = decoder
        size = reader.screen
        palette = GIFColor.table(at: frame.palette ?? reader.globalPalette, in: bytes)
        isOpaque = GIFRowReader.isOpaque(frame, decoder, on: reader.screen)
        warnings = errors.map(\.message)
    }

    private static func isOpaque(_ frame: GIFFrame, _ decoder: GIFFrameDecoder, on screen: PixelSize) -> Bool {
        let columns = frame.columns(onScreen: screen.width)
        guard columns == 0..<screen.width, frame.rows(onScreen: screen.height) == 0..<screen.height else {
            return false
        }
        return (0..<screen.height).allSatisfy { y in
            var isOpaque = false
            decoder.withRow(y, of: frame) { indices in
                isOpaque = !columns.contains { Int(indices[$0]) == frame.transparentIndex }
            }
            return isOpaque
        }
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let y = rowsRead
        rowsRead += 1
        if !isOpaque { row.update(repeating: GIFColor.transparent, count: size.width) }
        let columns = frame.columns(onScreen: size.width)
        guard frame.rows(onScreen: size.height).contains(y) else { return }
        decoder.withRow(y - frame.y, of: frame) { indices in
            for x in 0..<columns.count {
                let index = Int(indices[x])
                if index != frame.transparentIndex { row[columns.lowerBound + x] = palette[index] }
            }
        }
    }
}
