/// The screen that the frames of a GIF file are drawn on one after the other, as browsers do it.
struct GIFCanvas {
    /// The picture on the screen.
    private(set) var image: Image
    private var decoder = GIFFrameDecoder()
    private let globalPalette: Range<Int>?
    /// The frame drawn last.
    private var last: GIFFrame?
    /// The picture before it, when that comes back.
    private var saved: Image?

    init(for reader: GIFReader) throws(ImageError) {
        image = try Image(size: reader.screen, fill: .clear)
        globalPalette = reader.globalPalette
    }

    /// Draws the next frame.
    ///
    /// - Returns: why the frame is not whole, or `nil`. What there is of it has been drawn.
    mutating func draw(_ frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> LZWDecoder.Failure? {
        dispose()
        if frame.disposal == .restore { saved = image }
        last = frame
        let failure = decoder.decode(frame, in: bytes)
        paint(frame, with: GIFColor.table(at: frame.palette ?? globalPalette, in: bytes))
        if !image.isOpaque { image.isOpaque = image.hasOnlyOpaquePixels }
        return failure
    }

    /// The number of complete rows of the frame drawn last.
    var completeRows: Int { last.map(decoder.completeRows) ?? 0 }

    /// Does to the frame drawn last what it asked for.
    private mutating func dispose() {
        switch last?.disposal {
        case .clear:
            if let last {
                image.erase(PixelRect(x: last.x, y: last.y, width: last.size.width, height: last.size.height))
            }
        case .restore: if let saved { image = saved }
        case .keep, .unspecified, nil: break
        }
        saved = nil
    }

    private mutating func paint(_ frame: GIFFrame, with palette: [Int32]) {
        let columns = frame.columns(onScreen: image.size.width)
        let lines = frame.rows(onScreen: image.size.height)
        guard !columns.isEmpty, !lines.isEmpty else { return }
        let decoder = decoder
        let transparentIndex = frame.transparentIndex ?? palette.count
        image.withMutableRows { rows in
            palette.withUnsafeBufferPointer { palette in
                for y in lines {
                    decoder.withRow(y - frame.y, of: frame) { indices in
                        let row = rows[y] + columns.lowerBound
                        for x in 0..<columns.count {
                            let index = Int(indices[x])
                            if index != transparentIndex { row[x] = palette[index] }
                        }
                    }
                }
            }
        }
    }
}

extension Image {
    /// Looks at every pixel.
    var hasOnlyOpaquePixels: Bool {
        withRows { rows in
            for y in 0..<size.height {
                let row = rows[y]
                var bits: Int32 = 0
                for x in 0..<size.width { bits |= row[x] }
                if bits & GIFColor.transparent != 0 { return false }
            }
            return true
        }
    }
}
