/// Writes the MCUs of a picture one after another. Unchanged MCUs are copied as bits.
struct MCUWriter: ~Copyable {
    private let blocks: JPEGBlocks
    private let header: JPEGHeader
    private var bits: BitWriter
    private var encoders: [HuffmanEncoder]
    /// The number of MCUs written so far.
    private var written = 0
    /// Scratch memory for the coefficients of two MCUs.
    private var coefficients: [Int16]

    init(
        _ blocks: JPEGBlocks, _ header: JPEGHeader, _ tables: [Int: CodeTable], capacity: Int
    ) throws(ReducedJPEGError) {
        self.blocks = blocks
        self.header = header
        bits = try BitWriter(capacity: capacity)
        header.write(of: blocks.file, tables, to: &bits)
        encoders = blocks.file.scan.components.compactMap { component in
            guard let dc = tables[component.dcTable], let ac = tables[0x10 | component.acTable] else { return nil }
            return HuffmanEncoder(dc: dc, ac: ac)
        }
        coefficients = [Int16](repeating: 0, count: 2 * 64 * blocks.blocksPerMCU)
    }

    /// Copies MCUs of the picture. An MCU is encoded again if the DC terms before it have changed.
    mutating func copy(_ mcus: Range<Int>) throws(ReducedJPEGError) {
        var next = mcus.lowerBound
        while next < mcus.upperBound {
            restartIfDue()
            guard encoders.indices.allSatisfy({ encoders[$0].prediction == blocks.prediction(at: next, of: $0) }) else {
                try write(next, replacing: 0, from: blocks, next)
                next += 1
                continue
            }
            let end = min(mcus.upperBound, blocks.segmentEnd(after: next))
            bits.copy(blocks.bits(of: next..<end), of: blocks.coded)
            written += end - next
            for index in encoders.indices { encoders[index].prediction = blocks.lastTerm(of: end - 1, index) }
            next = end
        }
    }

    /// Writes an MCU of the picture. Blocks whose bits in `replaced` are set are taken from another picture. The lowest bit is for the
    /// first block.
    mutating func write(
        _ mcu: Int, replacing replaced: Int, from other: JPEGBlocks, _ otherMCU: Int
    ) throws(ReducedJPEGError) {
        restartIfDue()
        let count = blocks.blocksPerMCU
        guard other.blocksPerMCU == count else { throw .unsupported("A part has different sampling factors.") }
        let isWhole = replaced == 1 << count - 1
        var isRead = true
        coefficients.withUnsafeMutableBufferPointer { buffer in
            guard let own = buffer.baseAddress else { return }
            let others = own + 64 * count
            isRead =
                (isWhole || blocks.read(mcu, into: own)) && (replaced == 0 || other.read(otherMCU, into: others))
            var index = 0
            for (number, component) in blocks.components.enumerated() {
                for _ in 0..<component.mcuWidth * component.mcuHeight {
                    let block = (replaced >> index & 1 == 1 ? others : own) + 64 * index
                    encoders[number].write(block, to: &bits)
                    index += 1
                }
            }
        }
        guard isRead else { throw .damaged("The picture data contains an invalid code.") }
        written += 1
    }

    /// Returns the complete file.
    consuming func finish() throws(ReducedJPEGError) -> [UInt8] {
        bits.end(with: 0xD9)
        return try bits.contents()
    }

    private mutating func restartIfDue() {
        let interval = header.restartInterval
        guard interval > 0, written > 0, written.isMultiple(of: interval) else { return }
        bits.end(with: 0xD0 + UInt8(truncatingIfNeeded: (written / interval - 1) & 7))
        for index in encoders.indices { encoders[index].prediction = 0 }
    }
}
