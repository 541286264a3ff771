/// The decoding state of one component in a sequential scan. Decodes the component's blocks in an MCU (minimum coded unit).
///
/// The functions with the inner loops are not inlined. Each function can then use all registers, and the CPU predicts its branches, which
/// depend on the kind of block, separately.
struct MCUComponent {
    let dc: DCTable
    /// Skips the coefficients that the result does not need; `nil` if the result needs all coefficients.
    let skip: ACSkipTable?
    /// Reads AC coefficients; `nil` if the result needs only DC terms.
    let values: ACValueTable?
    let blocks: BlockTransform
    /// The number of blocks of this component in an MCU, horizontally and vertically.
    let mcuWidth: Int
    let mcuHeight: Int
    let blockSide: Int
    let dcStep: Int
    let stride: Int
    var prediction = 0
    /// A pointer to the next MCU's first sample.
    var output: UnsafeMutablePointer<UInt8>
    /// False if a coefficient is far outside the range for 8-bit samples.
    var isPlausible = true

    /// Decodes the component's blocks of one MCU. Returns `nil` for an invalid code or impossible coefficients.
    @inline(__always)
    static func decode(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader? {
        switch component.pointee.blockSide {
        case 1:
            switch (component.pointee.mcuWidth, component.pointee.mcuHeight) {
            case (1, 1): decodeMean(component, reader)
            case (2, 1): decodeTwoMeans(component, reader)
            case (2, 2): decodeFourMeans(component, reader)
            default: decodeMeans(component, reader)
            }
        case 2: decodeSide2(component, reader)
        case 4: decodeSide4(component, reader)
        default: decodeSide8(component, reader)
        }
    }

    @inline(never)
    private static func decodeMean(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader? {
        var reader = reader
        guard component.pointee.decodeMean(&reader, at: 0) else { return nil }
        component.pointee.output += 1
        return reader
    }

    @inline(never)
    private static func decodeTwoMeans(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader)
        -> BitReader?
    {
        var reader = reader
        guard component.pointee.decodeMean(&reader, at: 0), component.pointee.decodeMean(&reader, at: 1) else {
            return nil
        }
        component.pointee.output += 2
        return reader
    }

    @inline(never)
    private static func decodeFourMeans(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader)
        -> BitReader?
    {
        var reader = reader
        let stride = component.pointee.stride
        guard component.pointee.decodeMean(&reader, at: 0), component.pointee.decodeMean(&reader, at: 1),
            component.pointee.decodeMean(&reader, at: stride), component.pointee.decodeMean(&reader, at: stride &+ 1)
        else { return nil }
        component.pointee.output += 2
        return reader
    }

    @inline(never)
    private static func decodeMeans(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader?
    {
        var reader = reader
        for row in 0..<component.pointee.mcuHeight {
            for column in 0..<component.pointee.mcuWidth {
                guard component.pointee.decodeMean(&reader, at: row &* component.pointee.stride &+ column) else {
                    return nil
                }
            }
        }
        component.pointee.output += component.pointee.mcuWidth
        return reader
    }

    @inline(__always)
    private mutating func decodeMean(_ reader: inout BitReader, at offset: Int) -> Bool {
        guard let mean = takeDC(&reader).map({ $0 &* dcStep }) else { return false }
        output[offset] = SampleRange.sample((mean &+ 4) &>> 3)
        return skip?.skipBlock(&reader, from: 1) ?? false
    }

    @inline(never)
    private static func decodeSide2(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader?
    {
        decodeBlocks(component, reader, side: 2) { blocks, value, position in
            blocks.workspace[position] = Int16(truncatingIfNeeded: value)
        } clear: { blocks in
            UnsafeMutableRawPointer(blocks.workspace).storeBytes(of: SIMD8(repeating: 0), as: SIMD8<Int16>.self)
        }
    }

    @inline(never)
    private static func decodeSide4(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader?
    {
        decodeRasterBlocks(component, reader, side: 4)
    }

    @inline(never)
    private static func decodeSide8(_ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader) -> BitReader?
    {
        decodeRasterBlocks(component, reader, side: 8)
    }

    @inline(__always)
    private static func decodeRasterBlocks(
        _ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader, side: Int
    ) -> BitReader? {
        decodeBlocks(component, reader, side: side) { blocks, value, position in
            blocks.put(value, at: position, of: blocks.workspace)
        } clear: { blocks in
            blocks.workspace.update(repeating: 0, count: 64)
        }
    }

    @inline(__always)
    private static func decodeBlocks(
        _ component: UnsafeMutablePointer<MCUComponent>, _ reader: BitReader, side: Int,
        put: (_ blocks: BlockTransform, _ value: Int, _ position: Int) -> Void, clear: (BlockTransform) -> Void
    ) -> BitReader? {
        guard let values = component.pointee.values else { return nil }
        var reader = reader
        let blocks = component.pointee.blocks
        let block = blocks.workspace
        let skip = component.pointee.skip
        let stride = component.pointee.stride
        var isPlausible = true
        for row in 0..<component.pointee.mcuHeight {
            for column in 0..<component.pointee.mcuWidth {
                guard let dc = component.pointee.takeDC(&reader) else { return nil }
                block[0] = Int16(truncatingIfNeeded: dc)
                guard
                    let content = values.readBlock(
                        &reader, through: BlockTransform.lastPosition(side: side), skip: skip,
                        store: { put(blocks, $0, $1) })
                else { return nil }
                let output = component.pointee.output + side &* (row &* stride &+ column)
                if content == .nothing {
                    let sample = SampleRange.sample((dc &* component.pointee.dcStep &+ 4) &>> 3)
                    for line in 0..<side { (output + line &* stride).update(repeating: sample, count: side) }
                    continue
                }
                isPlausible = blocks.transform(block, side: side, to: output, stride: stride) && isPlausible
                clear(blocks)
            }
        }
        component.pointee.output += side &* component.pointee.mcuWidth
        return isPlausible ? reader : nil
    }

    /// Reads a block's DC term, in units of its quantization step.
    @inline(__always)
    private mutating func takeDC(_ reader: inout BitReader) -> Int? {
        reader.refill()
        guard let difference = dc.difference(&reader) else { return nil }
        prediction &+= difference
        isPlausible = isPlausible && UInt(bitPattern: prediction &* dcStep &+ 4096) < 8192
        return prediction
    }
}
