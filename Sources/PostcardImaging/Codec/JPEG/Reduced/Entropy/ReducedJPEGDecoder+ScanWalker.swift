extension ReducedJPEGDecoder {
    /// Goes through the blocks of a scan in the file's order and sees to restart markers and to the supply of bytes.
    struct ScanWalker {
        private let scan: Scan
        private let frame: Frame
        private let restartInterval: Int
        private var source: ByteSource

        /// - Parameter source: A source that is between two segments.
        init(_ scan: Scan, frame: Frame, restartInterval: Int, source: ByteSource) {
            self.scan = scan
            self.frame = frame
            self.restartInterval = restartInterval
            self.source = source
        }

        /// Calls `decode` for each block with the index of its component in the frame and its own index in the component.
        ///
        /// - Parameters:
        ///   - layouts: One for each component of the frame.
        ///   - decode: Decodes a block; `false` for a bad code.
        ///   - restart: Called at each restart marker and at the end; `false` when data are left over.
        /// - Returns: The position in the file of the marker that ends the scan.
        @inline(__always)
        mutating func walk(
            _ layouts: [ComponentLayout], decode: (inout BitReader, _ component: Int, _ block: Int) -> Bool,
            restart: () -> Bool
        ) throws(ReducedJPEGError) -> Int {
            let isInterleaved = scan.members.count > 1
            let single = layouts[scan.members[0].component]
            let rows = isInterleaved ? frame.unitRows : single.blockRows
            let columns = isInterleaved ? frame.unitsPerRow : single.blocksPerRow
            var reader = try source.startSegment(at: scan.dataStart)
            var untilRestart = restartInterval
            var restarts: UInt8 = 0
            for row in 0..<rows {
                for column in 0..<columns {
                    if restartInterval > 0, untilRestart == 0 {
                        guard restart() else { throw .damaged("A run of blocks goes past a restart marker.") }
                        reader = try source.restart(reader, number: restarts)
                        restarts &+= 1
                        untilRestart = restartInterval
                    }
                    untilRestart &-= 1
                    if reader.next - UnsafePointer(source.buffer) > source.limit {
                        reader.next = try source.advance(reader.next)
                    }
                    let isDecoded =
                        isInterleaved
                        ? decodeUnit(&reader, layouts, row, column, decode)
                        : decode(&reader, scan.members[0].component, row &* single.paddedBlocksPerRow &+ column)
                    guard isDecoded else { throw .damaged("The picture's data hold a bad code.") }
                }
            }
            guard restart() else { throw .damaged("A run of blocks goes past the end of its scan.") }
            try source.finishSegment(reader)
            return source.markerPosition
        }

        @inline(__always)
        private func decodeUnit(
            _ reader: inout BitReader, _ layouts: [ComponentLayout], _ row: Int, _ column: Int,
            _ decode: (inout BitReader, _ component: Int, _ block: Int) -> Bool
        ) -> Bool {
            for member in scan.members {
                let layout = layouts[member.component]
                for blockRow in 0..<layout.blocksPerUnitColumn {
                    let first =
                        (row &* layout.blocksPerUnitColumn &+ blockRow) &* layout.paddedBlocksPerRow
                        &+ column &* layout.blocksPerUnitRow
                    for block in first..<first &+ layout.blocksPerUnitRow {
                        guard decode(&reader, member.component, block) else { return false }
                    }
                }
            }
            return true
        }
    }
}
