extension ReducedJPEGDecoder {
    /// Decodes the one scan of a sequential file, a row of minimum coded units at a time, straight to samples.
    final class StreamingDecoder: UnitRowSource {
        private let unitsPerRow: Int
        private let parts: UnsafeMutablePointer<UnitPart>
        private let partCount: Int
        private let windows: [SampleWindow]
        private var source: ByteSource
        private var reader: BitReader
        private let restartInterval: Int
        private var unitsUntilRestart: Int
        private var restartCount: UInt8 = 0

        init(
            _ scan: Scan, markers: MarkerReader, frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow],
            arena: Arena
        ) throws(ReducedJPEGError) {
            self.windows = windows
            unitsPerRow = frame.unitsPerRow
            restartInterval = markers.restartInterval
            unitsUntilRestart = restartInterval
            partCount = scan.members.count
            parts = arena.allocate(UnitPart.self, count: partCount)
            var tables = TableSet(markers, arena: arena)
            for (index, (member, layout)) in zip(scan.members, layouts).enumerated() {
                parts[index] = UnitPart(
                    dc: try tables.dc(member.dcTable),
                    skip: layout.blockSide < 8 ? try tables.skip(member.acTable) : nil,
                    values: layout.blockSide > 1 ? try tables.values(member.acTable) : nil,
                    blocks: BlockTransform(
                        quantization: layout.quantization, weights: layout.detailWeights, arena: arena),
                    blocksPerRow: layout.blocksPerUnitRow,
                    blockRows: layout.blocksPerUnitColumn, blockSide: layout.blockSide,
                    dcStep: Int(layout.quantization[0]), stride: windows[index].stride, output: windows[index].row(0))
            }
            source = try ByteSource(markers.bytes, from: scan.dataStart, arena: arena)
            reader = try source.startSegment()
        }

        func decodeUnitRow(_ unitRow: Int) throws(ReducedJPEGError) {
            for index in 0..<partCount {
                parts[index].output = windows[index].row(unitRow * windows[index].rowsPerUnit)
            }
            var reader = reader
            var remainingUnits = unitsPerRow
            while remainingUnits > 0 {
                if restartInterval > 0, unitsUntilRestart == 0 { reader = try restart(reader) }
                let count = restartInterval > 0 ? min(unitsUntilRestart, remainingUnits) : remainingUnits
                for _ in 0..<count {
                    if reader.next > source.limit {
                        reader.next = try source.advance(reader.next)
                    }
                    guard let next = decodeUnit(reader) else { throw .damaged("The picture's data hold a bad code.") }
                    reader = next
                }
                remainingUnits -= count
                unitsUntilRestart -= count
            }
            for index in 0..<partCount where !parts[index].isPlausible {
                throw .damaged("Coefficients are out of range.")
            }
            self.reader = reader
        }

        func finish() throws(ReducedJPEGError) {
            try source.finishSegment(reader)
            guard source.marker == 0xD9 else {
                throw .damaged("The picture's data are not followed by the end of the image.")
            }
        }

        /// Decodes one unit; `nil` for a bad code. The components have a branch of their own each, as each goes its own way.
        @inline(__always)
        private func decodeUnit(_ reader: BitReader) -> BitReader? {
            guard let first = UnitPart.decode(parts, reader) else { return nil }
            if partCount == 1 { return first }
            guard let second = UnitPart.decode(parts + 1, first),
                let third = UnitPart.decode(parts + 2, second)
            else { return nil }
            return partCount == 3 ? third : UnitPart.decode(parts + 3, third)
        }

        private func restart(_ reader: BitReader) throws(ReducedJPEGError) -> BitReader {
            let next = try source.restart(reader, number: restartCount)
            restartCount &+= 1
            unitsUntilRestart = restartInterval
            for index in 0..<partCount { parts[index].prediction = 0 }
            return next
        }
    }
}
