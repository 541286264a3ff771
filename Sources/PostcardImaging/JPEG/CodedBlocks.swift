import ReducedJPEG

/// The blocks of a sequential JPEG file, for results in which all blocks without a drawing keep their coefficients.
///
/// Locating the blocks takes about 1/6 of the time to make a meme, so keep this value if you make several memes from a file.
package struct CodedBlocks: Sendable {
    /// A closure that wraps the reading of blocks: it receives the function that reads them, and returns the function's result.
    package typealias Reading = (_ read: () throws -> CodedBlocks) throws -> CodedBlocks

    let blocks: JPEGBlocks
    let orientation: Orientation

    var file: ReducedJPEGDecoder { blocks.file }
    var storedSize: PixelSize { PixelSize(width: file.width, height: file.height) }
    /// The upright size.
    package var size: PixelSize { orientation.uprightSize(of: storedSize) }
    /// The approximate memory use in bytes.
    package var byteCount: Int { blocks.byteCount }

    /// The maximum sums of the 64 quantization steps at which letters look clean. The sums are the same as at quality 75: half the sums in
    /// ISO/IEC 10918-1, annex K, rounded up.
    private static let largestStepSums = (luma: 1_880, chroma: 2_780)

    /// Decides whether a JPEG made from a file can keep the file's blocks, before anything is drawn.
    ///
    /// - Parameters:
    ///   - limits: the limits for memory.
    ///   - isDrawnOn: false if blocks are only removed.
    ///   - reading: wraps the reading of the blocks, for example to cache them.
    /// - Throws: `RecompressionReason` if the whole picture must be recompressed; any error of `reading`.
    package init(
        of source: OpenedPicture, limits: DecodingLimits, isDrawnOn: Bool = true,
        reading: Reading = { read in try read() }
    ) throws {
        do {
            self = try source.withFile { file, bytes in
                guard let file = file as? JPEGFile else { throw RecompressionReason.format }
                guard limits.allow(file.header.size), bytes.count <= limits.bytes else {
                    throw RecompressionReason.memory
                }
                guard file.showsStoredColors else { throw RecompressionReason.colorProfile }
                // An MCU has at most ten blocks (ISO/IEC 10918-1, B.2.3).
                guard file.frame.hasWholeSampling, file.frame.blocksPerMCU <= 10 else {
                    throw RecompressionReason.sampling
                }
                let decoder = try ReducedJPEGDecoder(file.markers)
                guard decoder.isLumaAndChroma else { throw RecompressionReason.colorModel }
                let isFine = (0..<decoder.componentCount).allSatisfy { component in
                    let sum = decoder.steps(of: component).reduce(0) { $0 + Int($1) }
                    return sum <= (component == 0 ? Self.largestStepSums.luma : Self.largestStepSums.chroma)
                }
                guard isFine || !isDrawnOn else { throw RecompressionReason.coarseSteps }
                return try ImageWork.step(.decoding) {
                    try reading {
                        CodedBlocks(blocks: try JPEGBlocks(decoder), orientation: file.header.orientation)
                    }
                }
            }
        } catch let error as ReducedJPEGError {
            throw RecompressionReason(error)
        }
    }

    private init(blocks: JPEGBlocks, orientation: Orientation) {
        (self.blocks, self.orientation) = (blocks, orientation)
    }

    /// Returns a file that contains part of the picture.
    ///
    /// - Parameter rect: the part of the upright picture.
    /// - Throws: `RecompressionReason` if the edges of the part are not at block boundaries.
    func cropped(to rect: PixelRect, metadata: Metadata) throws(RecompressionReason) -> [UInt8] {
        guard rect.clipped(to: size) == rect else { throw .size }
        let part = orientation.inverse.uprightRect(of: rect, in: size)
        let exif = EXIFWriter.bytes(of: metadata, orientation: orientation)
        let result: [UInt8]?
        do throws(ReducedJPEGError) {
            result = try blocks.file(x: part.x, y: part.y, width: part.width, height: part.height, exif: exif)
        } catch {
            throw RecompressionReason(error)
        }
        guard let result else { throw .size }
        return result
    }
}

extension Edit {
    /// Returns a JPEG file made from `source` with the edit, which must be a crop at block boundaries or a watermark. All unchanged blocks
    /// keep their coefficients.
    ///
    /// - Parameters:
    ///   - metadata: the metadata of the new file. Only the orientation is kept from the source's metadata.
    ///   - limits: the limits for the source.
    /// - Returns: the bytes, or `nil` if the picture must be recompressed.
    /// - Throws: `ImageError` if a watermark can't be made smaller, or with code `interrupted` within ``ImageWork``.
    package func patched(_ source: OpenedPicture, metadata: Metadata, limits: DecodingLimits) throws -> [UInt8]? {
        do {
            switch self {
            case .crop(let rect):
                return try CodedBlocks(of: source, limits: limits, isDrawnOn: false)
                    .cropped(to: rect, metadata: metadata)
            case .watermark(let watermark):
                let blocks = try CodedBlocks(of: source, limits: limits)
                let (mark, x, y) = try watermark.placed(on: blocks.size)
                var cells = DrawnCells(of: blocks.size)
                cells.add(mark, x: x, y: y)
                return try blocks.encoded(with: cells, metadata: metadata) { image, left, top in
                    try image.draw(mark, x: x - left, y: y - top, opacity: watermark.opacity)
                }
            default: return nil
            }
        } catch is RecompressionReason {
            try ImageWork.checkpoint()
            return nil
        }
    }
}
