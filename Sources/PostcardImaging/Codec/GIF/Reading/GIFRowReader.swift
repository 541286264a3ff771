/// The first frame of a GIF file as rows, for pictures that do not move.
final class GIFRowReader: RowReader {
    private let image: Image
    private var rowsRead = 0
    /// Damage anywhere in the file, when that is forgiven.
    let warnings: [String]

    var size: PixelSize { image.size }
    var isOpaque: Bool { image.isOpaque }

    /// Decodes the frame at once.
    ///
    /// - Throws: `ImageError`, also for damage and excess in the frames behind the first.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool = false) throws(ImageError) {
        let reader = try GIFReader(bytes, limits: limits, recovers: recovers)
        var canvas = try GIFCanvas(for: reader)
        var errors = reader.damage.map { [$0] } ?? []
        if let failure = canvas.draw(reader.frames[0], in: bytes) {
            let error = failure.error(inFrame: 0, of: reader, completeRows: canvas.completeRows)
            guard recovers else { throw error }
            // A file that stops within its only frame has been told of already.
            if reader.frames[0].isComplete { errors.append(error) }
        }
        image = canvas.image
        warnings = errors.map(\.message)
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        image.withRows { row.update(from: $0[rowsRead], count: image.size.width) }
        rowsRead += 1
    }
}
