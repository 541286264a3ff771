/// Visits the blocks of a scan in coding order, checks restart markers and refills the byte buffer.
struct ScanWalker {
    private let scan: Scan
    private let frame: Frame
    private let layouts: [ComponentLayout]
    private let restartInterval: Int
    private var source: ByteSource
    private var untilRestart: Int
    private var restartCount: UInt8 = 0

    /// `layouts` has one element for each component of the frame. `source` must be between two segments.
    init(_ scan: Scan, frame: Frame, layouts: [ComponentLayout], restartInterval: Int, source: ByteSource) {
        self.scan = scan
        self.frame = frame
        self.layouts = layouts
        self.restartInterval = restartInterval
        self.source = source
        untilRestart = restartInterval
    }

    /// Visits the blocks of a scan.
    ///
    /// - Parameters:
    ///   - decode: decodes the block with this index in a component of the frame; returns false for an invalid code.
    ///   - restart: called at each restart marker and at the end; returns false if data is left over.
    /// - Returns: the position in the file of the marker that ends the scan.
    /// - Throws: `ReducedJPEGError` if the scan can't be decoded.
    @inline(__always)
    mutating func walk(
        decode: (inout BitReader, _ component: Int, _ block: Int) -> Bool, restart: () -> Bool
    ) throws(ReducedJPEGError) -> Int {
        if scan.components.count > 1 { return try walkMCUs(decode: decode, restart: restart) }
        let component = scan.components[0].index
        return try walkBlocks(decode: { decode(&$0, component, $1) }, restart: restart)
    }

    /// Visits the blocks in a scan of one component.
    ///
    /// - Parameters:
    ///   - decode: decodes the block with this index; returns false for an invalid code.
    ///   - restart: called at each restart marker and at the end; returns false if data is left over.
    /// - Returns: the position in the file of the marker that ends the scan.
    /// - Throws: `ReducedJPEGError` if the scan can't be decoded.
    @inline(__always)
    mutating func walkBlocks(
        decode: (inout BitReader, _ block: Int) -> Bool, restart: () -> Bool
    ) throws(ReducedJPEGError) -> Int {
        let layout = layouts[scan.components[0].index]
        var reader = try source.startSegment(at: scan.dataStart)
        for row in 0..<layout.blockRows {
            let first = row &* layout.paddedBlocksPerRow
            for block in first..<first &+ layout.blocksPerRow {
                if restartInterval > 0 { reader = try countMCU(reader, restart) }
                if reader.next > source.limit { reader.next = try source.advance(reader.next) }
                guard decode(&reader, block) else { throw .damaged("The picture data contains an invalid code.") }
            }
        }
        return try finish(reader, restart)
    }

    /// Visits the blocks in a scan of several components, like `walk`.
    @inline(__always)
    private mutating func walkMCUs(
        decode: (inout BitReader, _ component: Int, _ block: Int) -> Bool, restart: () -> Bool
    ) throws(ReducedJPEGError) -> Int {
        let blocks = MCUBlock.list(scan, layouts)
        var reader = try source.startSegment(at: scan.dataStart)
        for row in 0..<frame.mcuRows {
            for column in 0..<frame.mcusPerRow {
                if restartInterval > 0 { reader = try countMCU(reader, restart) }
                if reader.next > source.limit { reader.next = try source.advance(reader.next) }
                for block in blocks {
                    let index = block.first &+ row &* block.rowAdvance &+ column &* block.columnAdvance
                    guard decode(&reader, block.component, index) else {
                        throw .damaged("The picture data contains an invalid code.")
                    }
                }
            }
        }
        return try finish(reader, restart)
    }

    private mutating func countMCU(
        _ reader: BitReader, _ restart: () -> Bool
    ) throws(ReducedJPEGError) -> BitReader {
        guard untilRestart == 0 else {
            untilRestart -= 1
            return reader
        }
        guard restart() else { throw .damaged("A run of blocks continues past a restart marker.") }
        defer { restartCount &+= 1 }
        untilRestart = restartInterval - 1
        return try source.restart(reader, number: restartCount)
    }

    private func finish(_ reader: BitReader, _ restart: () -> Bool) throws(ReducedJPEGError) -> Int {
        guard restart() else { throw .damaged("A run of blocks continues past the end of its scan.") }
        try source.finishSegment(reader)
        return source.markerPosition
    }
}

/// The position, within its component, of a block of an interleaved MCU.
private struct MCUBlock {
    let component: Int
    /// The block's index in the first MCU, and the advance of the index per MCU.
    let first: Int
    let rowAdvance: Int
    let columnAdvance: Int

    static func list(_ scan: Scan, _ layouts: [ComponentLayout]) -> [MCUBlock] {
        scan.components.flatMap { component in
            let layout = layouts[component.index]
            return (0..<layout.mcuHeight * layout.mcuWidth).map { index in
                let (row, column) = index.quotientAndRemainder(dividingBy: layout.mcuWidth)
                return MCUBlock(
                    component: component.index, first: row * layout.paddedBlocksPerRow + column,
                    rowAdvance: layout.mcuHeight * layout.paddedBlocksPerRow,
                    columnAdvance: layout.mcuWidth)
            }
        }
    }
}
