/// The first frame of a GIF file as rows, for pictures that do not move.
final class GIFRowReader: RowReader {
    private let image: Image
    private var rowsRead = 0

    var size: PixelSize { image.size }
    var isOpaque: Bool { image.isOpaque }
    var passes: Int { 1 }

    /// Decodes the frame at once.
    ///
    /// - Throws: `ImageError`, also for damage and excess in the frames behind the first.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool = false) throws(ImageError) {
        let reader = try GIFReader(bytes, limits: limits, recovers: recovers)
        var canvas = try GIFCanvas(for: reader)
        let failure = canvas.draw(reader.frames[0], in: bytes)
        if let failure, !recovers { throw failure.error(inFrame: 0, of: reader, completeRows: canvas.completeRows) }
        image = canvas.image
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        image.withRows { row.update(from: $0[rowsRead], count: image.size.width) }
        rowsRead += 1
    }

    func finish() {}
}
