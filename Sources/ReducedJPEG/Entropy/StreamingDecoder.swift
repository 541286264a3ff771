/// Decodes the only scan of a sequential file directly to samples, an MCU row at a time.
final class StreamingDecoder: MCURowDecoder {
    private let mcusPerRow: Int
    private let components: UnsafeMutablePointer<MCUComponent>
    private let componentCount: Int
    private let windows: [SampleWindow]
    private var source: ByteSource
    private var reader: BitReader
    private let restartInterval: Int
    private var mcusUntilRestart: Int
    private var restartCount: UInt8 = 0

    init(
        _ scan: Scan, markers: MarkerReader, frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow],
        arena: Arena
    ) throws(ReducedJPEGError) {
        self.windows = windows
        mcusPerRow = frame.mcusPerRow
        restartInterval = markers.restartInterval
        mcusUntilRestart = restartInterval
        componentCount = scan.components.count
        components = try arena.allocate(MCUComponent.self, count: componentCount)
        var tables = TableSet(markers, arena: arena)
        for (index, (component, layout)) in zip(scan.components, layouts).enumerated() {
            components[index] = MCUComponent(
                dc: try tables.dc(component.dcTable),
                skip: layout.blockSide < 8 ? try tables.skip(component.acTable) : nil,
                values: layout.blockSide > 1 ? try tables.values(component.acTable) : nil,
                blocks: try BlockTransform(
                    quantization: layout.quantization, weights: layout.detailWeights, arena: arena),
                mcuWidth: layout.mcuWidth, mcuHeight: layout.mcuHeight, blockSide: layout.blockSide,
                dcStep: Int(layout.quantization[0]), stride: windows[index].stride, output: windows[index].row(0))
        }
        source = try ByteSource(markers.bytes, from: scan.dataStart, arena: arena)
        reader = try source.startSegment()
    }

    func decodeMCURow(_ mcuRow: Int) throws(ReducedJPEGError) {
        for index in 0..<componentCount {
            components[index].output = windows[index].row(mcuRow * windows[index].rowsPerMCU)
        }
        var reader = reader
        var remainingMCUs = mcusPerRow
        while remainingMCUs > 0 {
            if restartInterval > 0, mcusUntilRestart == 0 { reader = try restart(reader) }
            let count = restartInterval > 0 ? min(mcusUntilRestart, remainingMCUs) : remainingMCUs
            for _ in 0..<count {
                if reader.next > source.limit {
                    reader.next = try source.advance(reader.next)
                }
                guard let next = decodeMCU(reader) else { throw .damaged("The picture data contains an invalid code.") }
                reader = next
            }
            remainingMCUs -= count
            mcusUntilRestart -= count
        }
        for index in 0..<componentCount where !components[index].isPlausible {
            throw .damaged("Coefficients are out of range.")
        }
        self.reader = reader
    }

    func finish() throws(ReducedJPEGError) {
        try source.finishSegment(reader)
        guard source.marker == 0xD9 else {
            throw .damaged("The end-of-image marker after the picture data is missing.")
        }
    }

    /// Decodes one MCU. Returns `nil` for an invalid code. Each component has its own branch, which the CPU predicts separately.
    @inline(__always)
    private func decodeMCU(_ reader: BitReader) -> BitReader? {
        guard let first = MCUComponent.decode(components, reader) else { return nil }
        if componentCount == 1 { return first }
        guard let second = MCUComponent.decode(components + 1, first),
            let third = MCUComponent.decode(components + 2, second)
        else { return nil }
        return componentCount == 3 ? third : MCUComponent.decode(components + 3, third)
    }

    private func restart(_ reader: BitReader) throws(ReducedJPEGError) -> BitReader {
        let next = try source.restart(reader, number: restartCount)
        restartCount &+= 1
        mcusUntilRestart = restartInterval
        for index in 0..<componentCount { components[index].prediction = 0 }
        return next
    }
}
