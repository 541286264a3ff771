import CPostcardShims
import ReducedJPEG

/// A sequential JPEG file that is written again with some of its blocks replaced: only strips around what is drawn are decoded, all other
/// codes are copied as they are.
final class JPEGPatch {
    /// Pixels of a strip, more or less.
    private static let stripPixels = 1 << 20

    /// Has read the header, and nothing else.
    private let decoder: OpaquePointer
    /// As it is stored.
    private let size: PixelSize
    let orientation: Orientation
    /// What is drawn, judged by what the file has room for.
    private var fitness: JPEGFitness

    /// Reads the header of a file, which must outlive the patch.
    init(_ bytes: UnsafeRawBufferPointer) throws(RecompressionReason) {
        guard let file = try? JPEGFile(bytes) else { throw .damage }
        guard file.showsStoredColors else { throw .colorProfile }
        size = file.header.storedSize
        orientation = file.header.orientation
        var info = postcard_jpeg_info()
        guard
            let decoder = postcard_jpeg_decoder_create(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, JPEGReader.memoryLimit, 1, &info)
        else { throw .memory }
        self.decoder = decoder
        let components = (0..<info.components).map { postcard_jpeg_decoder_component(decoder, $0) }
        let factors = components.map { (Int($0.horizontal_factor), Int($0.vertical_factor)) }
        let coarsest = (width: factors.map(\.0).max() ?? 1, height: factors.map(\.1).max() ?? 1)
        fitness = JPEGFitness(sample: coarsest, isGray: info.components == 1)
        guard postcard_jpeg_decoder_error(decoder) == nil, postcard_jpeg_decoder_warning(decoder) == nil else {
            throw .damage
        }
        guard info.is_luma_and_chroma, info.components == 1 || info.components == 3 else { throw .colorModel }
        let blocks = factors.reduce(0) { $0 + $1.0 * $1.1 }
        let isWhole = factors.allSatisfy {
            $0.0 > 0 && $0.1 > 0 && coarsest.width % $0.0 == 0 && coarsest.height % $0.1 == 0
        }
        // Ten blocks of an MCU are allowed (ISO/IEC 10918-1, B.2.3).
        guard isWhole, blocks <= 10 || components.count == 1 else { throw .sampling }
        let isFine = components.indices.allSatisfy { index in
            components[index].steps.map { JPEGFitness.areFine($0, isLuma: index == 0) } ?? false
        }
        guard isFine else { throw .coarseSteps }
    }

    deinit { postcard_jpeg_decoder_destroy(decoder) }

    /// The file with what is drawn on it strip by strip.
    ///
    /// - Parameters:
    ///   - blocks: the file's blocks.
    ///   - cells: what is drawn on, of the picture as it is stored.
    ///   - exif: the EXIF data that the file gets; none when empty.
    ///   - draw: draws on a part of the upright picture whose top left corner is at these pixels.
    /// - Throws: `RecompressionReason`; what `draw` throws; `ReducedJPEGError` or `ImageError` for damaged data.
    func bytes(
        of blocks: JPEGBlocks, in cells: DrawnCells, exif: [UInt8],
        drawing draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> [UInt8] {
        guard cells.size == size else { throw RecompressionReason.size }
        var parts: [JPEGBlocks.Part] = []
        for strip in strips(of: blocks, cells) {
            try ImageWork.checkpoint()
            parts.append(try part(strip, of: blocks, cells, draw))
        }
        guard fitness.isFit else { throw RecompressionReason.coloredEdges }
        try ImageWork.checkpoint()
        return try blocks.file(replacing: parts, exif: exif) { column, row in
            column < cells.columns && row < cells.rows && cells[column, row]
        }
    }

    /// MCUs from top to bottom that have all cells, and few others.
    private func strips(of blocks: JPEGBlocks, _ cells: DrawnCells) -> [(columns: Range<Int>, rows: Range<Int>)] {
        let across = blocks.mcuSize.width / DrawnCells.side
        let down = blocks.mcuSize.height / DrawnCells.side
        let rowLimit = max(1, Self.stripPixels / (size.width * blocks.mcuSize.height))
        var strips: [(columns: Range<Int>, rows: Range<Int>)] = []
        for row in 0..<blocks.rows {
            let lines = row * down..<min((row + 1) * down, cells.rows)
            guard let columns = lines.compactMap({ cells.columns(of: $0) }).reduce(nil, Self.union) else { continue }
            let units = columns.lowerBound / across..<(columns.upperBound + across - 1) / across
            if let last = strips.last, last.rows.upperBound == row, last.rows.count < rowLimit {
                let merged = Self.union(last.columns, units)
                strips[strips.count - 1] = (merged, last.rows.lowerBound..<row + 1)
            } else {
                strips.append((units, row..<row + 1))
            }
        }
        return strips
    }

    private static func union(_ first: Range<Int>?, _ second: Range<Int>) -> Range<Int> {
        guard let first else { return second }
        return min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
    }

    private func part(
        _ strip: (columns: Range<Int>, rows: Range<Int>), of blocks: JPEGBlocks, _ cells: DrawnCells,
        _ draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> JPEGBlocks.Part {
        // libjpeg mixes samples of colour with those beside them.
        let columns = max(0, strip.columns.lowerBound - 1)..<min(blocks.columns, strip.columns.upperBound + 1)
        let rows = max(0, strip.rows.lowerBound - 1)..<min(blocks.rows, strip.rows.upperBound + 1)
        let mcu = blocks.mcuSize
        let origin = (x: columns.lowerBound * mcu.width, y: rows.lowerBound * mcu.height)
        var image = try Image(decoding: try blocks.file(columns: columns, rows: rows))
        let stored = PixelRect(x: origin.x, y: origin.y, width: image.size.width, height: image.size.height)
        let upright = orientation.uprightRect(of: stored, in: size)
        image = try image.turned(orientation)
        try draw(&image, upright.x, upright.y)
        image = try image.turned(orientation.inverse)
        let x = strip.columns.lowerBound * mcu.width
        let y = strip.rows.lowerBound * mcu.height
        let rect = PixelRect(
            x: x, y: y, width: min(size.width, strip.columns.upperBound * mcu.width) - x,
            height: min(size.height, strip.rows.upperBound * mcu.height) - y)
        fitness.add(rect, of: image, at: origin, in: cells)
        let part = PixelRect(x: x - origin.x, y: y - origin.y, width: rect.width, height: rect.height)
        guard let coded = try? JPEGWriter.bytes(of: part, in: image, like: decoder) else {
            throw RecompressionReason.damage
        }
        return JPEGBlocks.Part(
            try coded.withUnsafeBytes { try JPEGBlocks($0) }, column: strip.columns.lowerBound,
            row: strip.rows.lowerBound)
    }
}

extension Image {
    /// The bytes of a JPEG file in which only what is drawn is decoded and coded anew: all other blocks have the coefficients of
    /// `source`.
    ///
    /// - Parameters:
    ///   - source: the JPEG file.
    ///   - cells: what is drawn on.
    ///   - metadata: the metadata of the file; of those of the source nothing is kept but the orientation.
    ///   - reading: wraps the reading of the file's blocks, for example to keep them.
    ///   - draw: draws on a part of the picture whose top left corner is at these pixels of it. It is called for one part after the other,
    ///     and must draw on each of them as on the whole.
    /// - Returns: the bytes, or the reason for which the whole picture has to be coded anew.
    /// - Throws: what `draw` throws; `ImageError` with code `interrupted` within ``ImageWork``.
    package static func encoded(
        patching source: [UInt8], in cells: DrawnCells, metadata: Metadata,
        reading: CodedBlocks.Reading = { read in try read() },
        drawing draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> Result<[UInt8], RecompressionReason> {
        guard ImageFormat(sniffing: source.span.bytes) == .jpeg else { return .failure(.format) }
        do {
            return try source.withUnsafeBytes { source in
                let patch = try JPEGPatch(source)
                let blocks = try ImageWork.step(.decoding) {
                    try reading { CodedBlocks(blocks: try JPEGBlocks(source)) }.blocks
                }
                let exif = EXIFWriter.bytes(of: metadata, orientation: patch.orientation)
                let cells = cells.stored(with: patch.orientation)
                return .success(
                    try ImageWork.step(.encoding) {
                        try patch.bytes(of: blocks, in: cells, exif: exif) { image, x, y in
                            try ImageWork.step(.editing) { try draw(&image, x, y) }
                        }
                    })
            }
        } catch let reason as RecompressionReason {
            try ImageWork.checkpoint()
            return .failure(reason)
        } catch let error as ReducedJPEGError {
            return .failure(error.code == .damaged ? .damage : .coding)
        }
    }
}

/// The places of a JPEG file's blocks. To find them takes a sixth of a meme on it, so they are worth keeping where many memes are made.
package struct CodedBlocks: Sendable {
    /// Wraps the reading of blocks. It gets the reading and returns its result.
    package typealias Reading = (_ read: () throws -> CodedBlocks) throws -> CodedBlocks

    let blocks: JPEGBlocks

    /// Bytes that they take, about.
    package var byteCount: Int { blocks.byteCount }
}
