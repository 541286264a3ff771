import ReducedJPEG

extension CodedBlocks {
    /// The approximate number of pixels in a strip.
    private static let stripPixels = 1 << 20

    /// Returns the file with the drawing on it. Only strips around the drawing are decoded; the codes of all other blocks are copied.
    ///
    /// - Parameters:
    ///   - metadata: the metadata of the new file. Only the orientation is kept from the source's metadata.
    ///   - altText: the alternative text of the new file; can be empty.
    ///   - draw: draws on a part of the picture. The closure receives the position of the part's top left corner. The closure is called for
    ///     each part, and must draw that part of the whole drawing.
    /// - Throws: `RecompressionReason` if the file's coding can't store the drawing; any error of `draw`; `ImageError` for damaged data, or
    ///   with code `interrupted` within ``ImageWork``.
    package func encoded(
        with cells: DrawnCells, metadata: Metadata, altText: String = "",
        drawing draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> [UInt8] {
        guard cells.size == size else { throw RecompressionReason.size }
        let cells = cells.stored(with: orientation)
        var edges = ColorEdges(of: file.frame)
        return try ImageWork.step(.encoding) {
            var parts: [JPEGBlocks.Part] = []
            for strip in strips(of: cells) {
                try ImageWork.checkpoint()
                parts.append(try part(strip, cells, &edges, draw))
            }
            guard edges.areFew else { throw RecompressionReason.coloredEdges }
            try ImageWork.checkpoint()
            let exif = EXIFWriter.bytes(of: metadata, orientation: orientation)
            do throws(ReducedJPEGError) {
                return try blocks.file(
                    replacing: parts, exif: exif, xmp: AltText.segment(altText), isReplaced: cells.hasMarks)
            } catch {
                throw RecompressionReason(error)
            }
        }
    }

    /// Returns rectangles of whole MCUs, from top to bottom, that contain all drawn cells and few other cells.
    private func strips(of cells: DrawnCells) -> [PixelRect] {
        let mcu = blocks.mcuSize
        let heightLimit = max(1, Self.stripPixels / (storedSize.width * mcu.height)) * mcu.height
        var strips: [PixelRect] = []
        for row in 0..<blocks.rows {
            let y = row * mcu.height
            let lines = y / DrawnCells.side..<min((y + mcu.height) / DrawnCells.side, cells.rows)
            guard let columns = cells.columns(of: lines) else { continue }
            var left = columns.lowerBound * DrawnCells.side / mcu.width * mcu.width
            var right = min(
                (columns.upperBound * DrawnCells.side + mcu.width - 1) / mcu.width * mcu.width, storedSize.width)
            var top = y
            if let last = strips.last, last.y + last.height == y, last.height < heightLimit {
                strips.removeLast()
                (left, right, top) = (min(left, last.x), max(right, last.x + last.width), last.y)
            }
            let bottom = min(y + mcu.height, storedSize.height)
            strips.append(PixelRect(x: left, y: top, width: right - left, height: bottom - top))
        }
        return strips
    }

    /// Draws on a strip and encodes it separately.
    ///
    /// A strip is written, decoded, encoded and parsed as a JPEG file, so that its pixels and coefficients are exactly those of
    /// libjpeg-turbo. Without such files, drawing would require a second implementation of the full-size DCT, upsampling, color conversion
    /// and quantization.
    private func part(
        _ strip: PixelRect, _ cells: DrawnCells, _ edges: inout ColorEdges,
        _ draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> JPEGBlocks.Part {
        let mcu = blocks.mcuSize
        // libjpeg interpolates between adjacent color samples.
        let margin = PixelRect(
            x: strip.x - mcu.width, y: strip.y - mcu.height, width: strip.width + 2 * mcu.width,
            height: strip.height + 2 * mcu.height)
        guard let stored = margin.clipped(to: storedSize),
            let source = try? blocks.file(x: stored.x, y: stored.y, width: stored.width, height: stored.height)
        else { throw RecompressionReason.damage }
        let upright = orientation.uprightRect(of: stored, in: storedSize)
        // Strips are decoded with the decoder for whole pictures, so that drawn pixels equal the pixels of a recompressed picture.
        var image = try ImageWork.step(.decoding) {
            try source.withUnsafeBytes { try DecodedImage(JPEGFile($0), in: $0, options: DecodingOptions()).image }
        }.oriented(orientation)
        try ImageWork.step(.editing) { try draw(&image, upright.x, upright.y) }
        image = try image.oriented(orientation.inverse)
        edges.add(strip, of: image, at: (stored.x, stored.y), in: cells)
        let part = PixelRect(
            x: strip.x - stored.x, y: strip.y - stored.y, width: strip.width, height: strip.height)
        let coded = try JPEGWriter.bytes(of: part, in: image, like: file)
        guard let drawn = try? coded.withUnsafeBytes({ try JPEGBlocks(ReducedJPEGDecoder($0)) }) else {
            throw RecompressionReason.damage
        }
        return (drawn, strip.x / mcu.width, strip.y / mcu.height)
    }
}

/// Edges between colors in the drawing, counted in color samples. A file can have fewer color samples than pixels, or no color samples.
private struct ColorEdges {
    /// The variation of red − green or blue − green, within a sample's pixels, above which the sample has an edge between colors.
    private static let edge: Int32 = 96
    /// The difference between channels up to which a pixel is considered gray.
    private static let grayTolerance: Int32 = 2
    /// At most one in this many drawn samples may have an edge.
    private static let allowedShare = 20

    /// The number of pixels, horizontally and vertically, per sample in the channel with the lowest resolution.
    private let sample: (width: Int, height: Int)
    private let isGray: Bool
    private var samples = 0
    private var edges = 0

    init(of frame: Frame) {
        sample = (frame.maximumHorizontalSampling, frame.maximumVerticalSampling)
        isGray = frame.components.count == 1
    }

    /// True if a gray file gets no colors, or any other file gets only a few samples with different colors.
    var areFew: Bool { isGray ? edges == 0 : edges * Self.allowedShare <= samples }

    /// Counts the edges in the cells of a part of the picture. The part starts at the edge of a cell. `origin` is the position in the
    /// picture of the top left corner of `image`.
    mutating func add(_ part: PixelRect, of image: Image, at origin: (x: Int, y: Int), in cells: DrawnCells) {
        // A file with a color sample for each pixel can store all edges.
        guard isGray || sample != (1, 1) else { return }
        let side = DrawnCells.side
        let (right, bottom) = (part.x + part.width, part.y + part.height)
        image.withRows { rows in
            for top in stride(from: part.y, to: bottom, by: side) {
                for left in stride(from: part.x, to: right, by: side) where cells[left / side, top / side] {
                    for y in stride(from: top, to: min(top + side, bottom), by: sample.height) {
                        let lines = y - origin.y..<min(y + sample.height, bottom) - origin.y
                        for x in stride(from: left, to: min(left + side, right), by: sample.width) {
                            take(rows, x - origin.x..<min(x + sample.width, right) - origin.x, lines)
                        }
                    }
                }
            }
        }
    }

    /// Counts a sample.
    @inline(__always)
    private mutating func take(_ rows: Image.Rows, _ columns: Range<Int>, _ lines: Range<Int>) {
        var low = SIMD2<Int32>(repeating: .max)
        var high = SIMD2<Int32>(repeating: .min)
        var last: Int32 = -1
        for line in lines {
            // Adjacent pixels within letters are equal, so repeated pixels are skipped.
            for column in columns where rows[line][column] != last {
                last = rows[line][column]
                let difference = SIMD2(last >> 16 & 255, last & 255) &- (last >> 8 & 255)
                low = pointwiseMin(low, difference)
                high = pointwiseMax(high, difference)
            }
        }
        samples += 1
        // Means of gray pixels are also gray.
        let isEdge =
            isGray
            ? max(high.max(), -low.min()) > Self.grayTolerance : (high &- low).max() > Self.edge
        if isEdge { edges += 1 }
    }
}
