/// The rows of a TGA file. Rows can be stored from the bottom up, and runs can continue in the next row. A first pass therefore records the
/// start of each row, which takes a few bytes per row.
final class TGAReader: RowReader {
    private let file: TGAFile
    /// The starts of the complete rows, by stored row.
    private var starts: [Pixels] = []
    let layout: PixelLayout
    var size: PixelSize { file.tga.size }
    var isGray: Bool { file.tga.kind == .gray }
    var completeRows: Int { starts.count }

    init(_ file: TGAFile) throws(ImageError) {
        self.file = file
        let tga = file.tga
        let mayHaveAlpha = tga.kind == .mapped ? tga.map.bits == 32 : tga.alphaBits > 0
        /// The alpha bits that are set in any pixel, and the alpha bits that are set in all pixels.
        var (some, all): (Int32, Int32) = (0, -1)
        var pixels = Pixels(file)
        for row in 0..<tga.size.height {
            try ImageWork.checkpoint(row: row, width: tga.size.width)
            let start = pixels
            var count = 0
            while count < tga.size.width, let offset = pixels.next() {
                count += 1
                guard mayHaveAlpha else { continue }
                let alpha = file.pixel(at: offset) >> 24
                some |= alpha
                all &= alpha
            }
            guard count == tga.size.width else { break }
            starts.append(start)
        }
        // If alpha is 0 in all pixels, the writer did not use alpha.
        layout = some == 0 || all == -1 ? .opaque : .alpha
    }

    /// Steps through the offsets of the pixels' bytes.
    private struct Pixels {
        private let bytes: ByteReader
        private let pixelBytes: Int
        private let isRunLength: Bool
        private var offset: Int
        /// The number of pixels left in the run.
        private var left = 0
        private var repeats = false

        init(_ file: TGAFile) {
            bytes = file.bytes
            pixelBytes = file.tga.pixelBytes
            isRunLength = file.tga.isRunLength
            offset = file.tga.pixelOffset
        }

        /// Returns the offset of the next pixel; `nil` at the end of the file.
        mutating func next() -> Int? {
            if isRunLength {
                if left == 0 {
                    guard let head = bytes.byte(at: offset) else { return nil }
                    offset += 1
                    left = head & 127 + 1
                    repeats = head & 128 != 0
                }
                left -= 1
            }
            guard offset + pixelBytes <= bytes.count else { return nil }
            let place = offset
            if !repeats || left == 0 { offset += pixelBytes }
            return place
        }
    }

    var truncation: ImageError {
        .truncated(
            "The TGA file ends early, after \(file.bytes.count) bytes, with \(completeRows) of \(size.height) rows. "
                + "Copy it again from its source.")
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) {
        let line = file.tga.isTopDown ? y : size.height - 1 - y
        guard line < starts.count else {
            // Rows are mostly stored from the bottom up, so the first rows can be missing.
            return row.update(repeating: PictureAssembly.missing(layout), count: size.width)
        }
        var pixels = starts[line]
        for x in 0..<size.width {
            let place = file.tga.isRightToLeft ? size.width - 1 - x : x
            row[place] = pixels.next().map(file.pixel(at:)) ?? 0
        }
        if layout == .opaque {
            GDPixel.clearAlpha(row, count: size.width)
        } else {
            GDPixel.packAlpha(row, count: size.width)
        }
    }

    func finish() throws(ImageError) {
        if completeRows < size.height { throw truncation }
    }
}
