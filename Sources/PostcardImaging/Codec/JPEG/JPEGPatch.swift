internal import CPostcardShims

/// A JPEG file that is written again with some of its blocks replaced, all others as they are coded.
final class JPEGPatch {
    /// Coefficients of a 64-megapixel picture of 4:2:0 take 192 MB.
    private static let memoryLimit = 200 << 20
    /// Rows of MCUs that are coded at a time.
    private static let stripRows = 16

    let decoder: OpaquePointer
    private let components: [postcard_jpeg_component]
    /// As it is stored.
    let size: PixelSize
    let orientation: Orientation
    /// Pixels of a sample of the least resolution, from left to right and from top to bottom.
    private let coarsest: (width: Int, height: Int)
    /// What is drawn, judged by what the file has room for.
    var fitness: JPEGFitness

    /// Reads the header of a file, which must outlive the patch.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(RecompressionReason) {
        guard let file = try? JPEGFile(bytes) else { throw .damage }
        guard file.showsStoredColors else { throw .colorProfile }
        size = file.header.storedSize
        orientation = file.header.orientation
        var info = postcard_jpeg_info()
        guard
            let decoder = postcard_jpeg_decoder_create(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.memoryLimit,
                Int32(clamping: limits.scans), &info)
        else { throw .memory }
        self.decoder = decoder
        components = (0..<info.components).map { postcard_jpeg_decoder_component(decoder, $0) }
        let factors = components.map { (Int($0.horizontal_factor), Int($0.vertical_factor)) }
        coarsest = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
        fitness = JPEGFitness(sample: coarsest, isGray: info.components == 1)
        try check()
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

    /// The file with the blocks of `image`, which shows all of it as it is stored, where `cells` are marked.
    func bytes(of image: Image, in cells: DrawnCells, exif: [UInt8]) throws(RecompressionReason) -> [UInt8] {
        guard image.size == size, cells.size == size else { throw .size }
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        fitness.add(whole, of: image, at: (0, 0), in: cells)
        guard fitness.isFit else { throw .coloredEdges }
        _ = postcard_jpeg_decoder_read_coefficients(decoder, continuesWork)
        try check()
        try replaceBlocks(by: image, in: cells)
        let segment = exif.isEmpty ? [] : Array("Exif\0\0".utf8) + exif
        let written = try? CodecOutput.bytes(of: "JPEG") { message in
            segment.withUnsafeBufferPointer { data in
                var part = postcard_jpeg_segment(marker: 0xE1, data: data.baseAddress, count: data.count)
                return postcard_jpeg_decoder_write_coefficients(
                    decoder, &part, data.isEmpty ? 0 : 1, continuesWork, message)
            }
        }
        guard let written else { throw .damage }
        return written
    }

    /// Strip by strip, and of a strip no more than what is marked.
    private func replaceBlocks(by image: Image, in cells: DrawnCells) throws(RecompressionReason) {
        let strip = Self.stripRows * coarsest.height
        for top in stride(from: 0, to: cells.rows, by: strip) {
            var drawn: Range<Int>?
            var bottom = top
            for row in top..<min(top + strip, cells.rows) {
                guard let columns = cells.columns(of: row) else { continue }
                drawn = Self.union(drawn, columns)
                bottom = row
            }
            guard let drawn else { continue }
            let left = drawn.lowerBound / coarsest.width * coarsest.width
            let right = ((drawn.upperBound - 1) / coarsest.width + 1) * coarsest.width
            let end = (bottom / coarsest.height + 1) * coarsest.height
            replaceBlocks(
                by: image, in: cells,
                PixelRect(
                    x: left * DrawnCells.side, y: top * DrawnCells.side,
                    width: min(right * DrawnCells.side, size.width) - left * DrawnCells.side,
                    height: min(end * DrawnCells.side, size.height) - top * DrawnCells.side))
            try check()
        }
    }

    private func replaceBlocks(by image: Image, in cells: DrawnCells, _ rect: PixelRect) {
        let region = postcard_jpeg_region(
            left: Int32(rect.x), top: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
        image.withRows { rows in
            let pointers = UnsafeRawPointer(rows).assumingMemoryBound(to: UnsafePointer<Int32>?.self)
            cells.marks.withUnsafeBufferPointer { marks in
                let marked = postcard_jpeg_cells(
                    cells: marks.baseAddress, columns: Int32(cells.columns), rows: Int32(cells.rows))
                _ = postcard_jpeg_decoder_replace_blocks(decoder, pointers, region, marked, continuesWork)
            }
        }
    }

    /// Throws what libjpeg met with.
    func check() throws(RecompressionReason) {
        if postcard_jpeg_decoder_error(decoder) != nil {
            throw postcard_jpeg_decoder_hit_limit(decoder) ? .memory : .damage
        }
        if postcard_jpeg_decoder_warning(decoder) != nil { throw .damage }
    }
}

extension Image {
    /// The bytes of a JPEG file in which only what was drawn is coded anew: all other blocks have the coefficients of `source`.
    ///
    /// - Parameters:
    ///   - source: the JPEG file that the picture was decoded from, before it was drawn on.
    ///   - cells: what was drawn on.
    ///   - metadata: the metadata of the file; of those of the source nothing is kept but the orientation.
    ///   - limits: what the source may cost.
    /// - Returns: the bytes, or the reason for which the whole picture has to be coded anew.
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    package func encoded(
        patching source: [UInt8], in cells: DrawnCells, metadata: Metadata, limits: DecodingLimits
    ) throws(ImageError) -> Result<[UInt8], RecompressionReason> {
        do throws(RecompressionReason) {
            guard isOpaque, ImageFormat(sniffing: source.span.bytes) == .jpeg else { throw .format }
            return try ImageWork.step(.encoding) { () throws(RecompressionReason) in
                try source.span.bytes.withBuffer { (source) throws(RecompressionReason) in
                    let patch = try JPEGPatch(source, limits: limits)
                    let orientation = patch.orientation
                    guard let stored = try? turned(orientation.inverse) else { throw .memory }
                    let exif = EXIFWriter.bytes(of: metadata, orientation: orientation)
                    return .success(try patch.bytes(of: stored, in: cells.stored(with: orientation), exif: exif))
                }
            }
        } catch {
            try ImageWork.checkpoint()
            return .failure(error)
        }
    }
}
