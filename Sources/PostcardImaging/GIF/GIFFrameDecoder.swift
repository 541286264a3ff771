/// The order of rows in an interlaced frame (GIF89a, appendix E): every eighth, the ones in the middle between these,
/// the ones between all these, and the odd ones.
enum GIFInterlace {
    /// The number of rows in the file before row `y`.
    static func position(of y: Int, height: Int) -> Int {
        let eighths = (height + 7) / 8
        let quarters = (height + 3) / 4
        let halves = (height + 1) / 2
        if y % 2 == 1 { return halves + y / 2 }
        if y % 4 == 2 { return quarters + y / 4 }
        return y % 8 == 4 ? eighths + y / 8 : y / 8
    }
}

/// Decodes the frames of a GIF file one after the other into the same memory.
struct GIFFrameDecoder {
    /// Colour indices in the order of the file. Longer than the frame when an earlier one was larger.
    private var indices: [UInt8] = []
    /// The number of `indices` that belong to the frame decoded last.
    private(set) var count = 0

    /// - Returns: why the frame is not whole, or `nil`.
    mutating func decode(_ frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> LZWDecoder.Failure? {
        let area = frame.size.area
        if indices.count < area { indices = [UInt8](repeating: 0, count: area) }
        let file = bytes.bindMemory(to: UInt8.self).span
        var pixels = indices.mutableSpan
        let result = LZWDecoder.decode(file, at: frame.dataOffset, to: &pixels, count: area)
        count = result.count
        return result.failure
    }

    /// The number of complete rows of the frame decoded last.
    func completeRows(of frame: GIFFrame) -> Int {
        frame.size.width == 0 ? 0 : count / frame.size.width
    }

    /// Hands the indices of row `y` of the frame decoded last to `body`, if they are there. A row of an interlaced
    /// frame that is missing is stood in for by the nearest one above it of an earlier pass.
    func withRow(_ y: Int, of frame: GIFFrame, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let width = frame.size.width
        for pass in 0..<(frame.isInterlaced ? 4 : 1) {
            let row = (y >> pass) << pass
            let position = frame.isInterlaced ? GIFInterlace.position(of: row, height: frame.size.height) : row
            guard (position + 1) * width <= count else { continue }
            indices.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[position * width..<(position + 1) * width]))
            }
            return
        }
    }

    /// Draws what is seen in these columns of the screen of row `y` of the frame decoded last, if it is there; `row` is the screen's.
    func drawRow(
        _ y: Int, of frame: GIFFrame, _ columns: Range<Int>, _ palette: UnsafeBufferPointer<Int32>,
        on row: UnsafeMutablePointer<Int32>
    ) {
        let transparentIndex = frame.transparentIndex ?? palette.count
        withRow(y, of: frame) { indices in
            for x in 0..<columns.count {
                let index = Int(indices[x])
                if index != transparentIndex { row[columns.lowerBound + x] = palette[index] }
            }
        }
    }
}

/// A GIF file as a picture that stands still: its first frame. `AnimatedImage` has them all.
struct GIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader
    /// Most have several frames.
    let mayBeAnimated = true

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        header = try GIFReader.header(of: bytes)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try GIFRowReader(bytes, limits: options.limits, recovers: options.recover)
    }
}

/// The first frame of a GIF file as rows, for pictures that do not move.
final class GIFRowReader: RowReader {
    private let frame: GIFFrame
    private let decoder: GIFFrameDecoder
    private let palette: [Int32]
    let size: PixelSize
    let layout: PixelLayout
    /// Damage in the file that does not stop decoding.
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
            // It recovers only if at least one row was decoded.
            guard recovers, decoder.completeRows(of: frame) > 0 else { throw error }
            // A file that stops within its only frame has its warning already.
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
