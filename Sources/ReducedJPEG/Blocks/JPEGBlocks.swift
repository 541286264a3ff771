/// The coded blocks of a sequential JPEG file, located by skipping over their codes. Any MCU (minimum coded unit) can be copied as bits,
/// and its coefficients can be read, without decoding other MCUs.
///
/// The file must be one that `ReducedJPEGDecoder` supports, with a single scan, in gray or in luma and chroma.
package final class JPEGBlocks: @unchecked Sendable {
    // why unchecked: nothing changes after `init`. Pointers refer to this object's arena, and its decoder has no pointers into the file.
    /// The picture's headers and tables.
    package let file: ReducedJPEGDecoder
    /// The components in the order of the scan, which is also their order in the frame.
    private(set) var components: [CodedComponent] = []
    private let arena = Arena()
    /// The length of the file in bytes.
    let fileByteCount: Int
    /// The data of the scan without stuffing and markers.
    private(set) var coded: UnsafePointer<UInt8>
    /// The first bit of each MCU.
    private let starts: UnsafeMutablePointer<UInt32>
    /// The bit after the last MCU of each segment. Restart markers separate segments.
    private var segmentEnds: [UInt32] = []
    /// Each MCU's last DC terms, one for each component.
    private let terms: UnsafeMutablePointer<Int16>

    /// The approximate memory use in bytes, for the codes and the data about each MCU.
    package var byteCount: Int { 1 << 18 + mcuCount * (4 + 2 * components.count) + codedCount }
    private var codedCount: Int { Int(segmentEnds.last ?? 0) / 8 }

    /// The number of MCUs, horizontally and vertically.
    package let columns: Int
    package let rows: Int
    /// The number of 8 × 8 pixel cells in an MCU, horizontally and vertically.
    let mcuCells: (width: Int, height: Int)
    /// The number of blocks in an MCU, 1...10.
    let blocksPerMCU: Int
    var mcuCount: Int { columns * rows }
    /// The number of MCUs in a segment.
    private var segmentLength: Int { restartInterval > 0 ? restartInterval : max(1, mcuCount) }
    var restartInterval: Int { file.markers.restartInterval }

    /// Skips over the codes of a file. The file's bytes are not needed afterward.
    ///
    /// - Throws: `ReducedJPEGError` if the file is damaged, or is of a kind that only libjpeg-turbo decodes.
    package init(_ file: ReducedJPEGDecoder) throws(ReducedJPEGError) {
        let bytes = file.markers.bytes
        var headers = file
        headers.dropBytes()
        self.file = headers
        fileByteCount = bytes.count
        guard file.isLumaAndChroma, !file.isProgressive, file.scan.components.count == file.componentCount else {
            throw .unsupported("The file contains several scans, or colors other than luma and chroma.")
        }
        // Bit positions are stored as 32-bit numbers.
        guard bytes.count < 1 << 28 else { throw .unsupported("The file is larger than 256 MiB.") }
        var source = try ByteSource(bytes, from: file.scan.dataStart, keepsAll: true, arena: arena)
        coded = UnsafePointer(source.buffer)
        let frame = file.frame
        (columns, rows) = (frame.mcusPerRow, frame.mcuRows)
        mcuCells = (frame.maximumHorizontalSampling, frame.maximumVerticalSampling)
        blocksPerMCU = frame.blocksPerMCU
        let count = columns * rows
        starts = try arena.allocate(UInt32.self, count: count)
        terms = try arena.allocate(Int16.self, count: count * file.componentCount)
        var tables = TableSet(file.markers, arena: arena)
        for (scanned, component) in zip(file.scan.components, frame.components) {
            components.append(
                CodedComponent(
                    dc: try tables.dc(scanned.dcTable), skip: try tables.skip(scanned.acTable),
                    values: try tables.values(scanned.acTable), mcuWidth: component.horizontalSampling,
                    mcuHeight: component.verticalSampling))
        }
        try step(over: &source)
    }

    private func step(over source: inout ByteSource) throws(ReducedJPEGError) {
        let count = components.count
        let states = try arena.allocate(CodedComponent.self, count: count)
        for index in 0..<count { states[index] = components[index] }
        var reader = try source.startSegment()
        for mcu in 0..<mcuCount {
            if mcu > 0, beginsSegment(mcu) {
                segmentEnds.append(position(of: reader))
                reader = try source.restart(reader, number: UInt8(truncatingIfNeeded: segmentEnds.count - 1))
                for index in 0..<count { states[index].prediction = 0 }
            }
            // The buffer contains the whole segment, followed by space for an MCU of damaged data.
            guard reader.next <= source.limit else { throw .damaged("The picture data ends early.") }
            starts[mcu] = position(of: reader)
            for index in 0..<count {
                guard let next = CodedComponent.skip(states + index, reader) else {
                    throw .damaged("The picture data contains an invalid code.")
                }
                reader = next
                terms[mcu &* count &+ index] = Int16(truncatingIfNeeded: states[index].prediction)
            }
        }
        for index in 0..<count where !states[index].isPlausible { throw .damaged("Coefficients are out of range.") }
        segmentEnds.append(position(of: reader))
        try source.finishSegment(reader)
        guard source.marker == 0xD9 else {
            throw .damaged("The end-of-image marker after the picture data is missing.")
        }
    }

    private func position(of reader: BitReader) -> UInt32 {
        UInt32(truncatingIfNeeded: (reader.next - coded) &* 8 &- Int(truncatingIfNeeded: reader.available))
    }

    /// Returns the bits of MCUs in one segment.
    func bits(of mcus: Range<Int>) -> Range<Int> {
        let start = Int(starts[mcus.lowerBound])
        return
            start..<(beginsSegment(mcus.upperBound)
            ? Int(segmentEnds[(mcus.upperBound - 1) / segmentLength]) : Int(starts[mcus.upperBound]))
    }

    /// True if an MCU is the first after a restart marker, or if `mcu` is the number of MCUs.
    func beginsSegment(_ mcu: Int) -> Bool { mcu == mcuCount || mcu.isMultiple(of: segmentLength) }

    /// Returns the first MCU after `mcu` that starts a segment, or the number of MCUs.
    func segmentEnd(after mcu: Int) -> Int { min(mcuCount, (mcu / segmentLength + 1) * segmentLength) }

    /// Returns a component's last DC term before an MCU. The MCU's first DC term is coded as the difference from this term.
    func prediction(at mcu: Int, of component: Int) -> Int {
        mcu.isMultiple(of: segmentLength) ? 0 : lastTerm(of: mcu - 1, component)
    }

    /// Returns the last DC term of a component in an MCU.
    func lastTerm(of mcu: Int, _ component: Int) -> Int { Int(terms[mcu &* components.count &+ component]) }

    /// Reads the coefficients of an MCU: 64 for each of its blocks, in zigzag order.
    ///
    /// - Returns: false if the data is unreadable; skipping does not always detect this.
    func read(_ mcu: Int, into blocks: UnsafeMutablePointer<Int16>) -> Bool {
        let start = Int(starts[mcu])
        var reader = BitReader(coded + start >> 3)
        reader.refill()
        reader.drop(UInt64(start & 7))
        var block = blocks
        for (index, component) in components.enumerated() {
            var prediction = prediction(at: mcu, of: index)
            for _ in 0..<component.mcuWidth * component.mcuHeight {
                block.update(repeating: 0, count: 64)
                reader.refill()
                guard let difference = component.dc.difference(&reader) else { return false }
                prediction &+= difference
                block[0] = Int16(truncatingIfNeeded: prediction)
                let target = block
                let content = component.values.readBlock(&reader, through: 63, skip: nil) { value, position in
                    target[position & 63] = Int16(truncatingIfNeeded: value)
                }
                guard content != nil else { return false }
                block += 64
            }
        }
        return true
    }
}

/// A component's tables, and its state while blocks are skipped.
struct CodedComponent {
    let dc: DCTable
    let skip: ACSkipTable
    let values: ACValueTable
    /// The number of blocks of this component in an MCU, horizontally and vertically.
    let mcuWidth: Int
    let mcuHeight: Int
    var prediction = 0
    /// False if a DC term is outside the range of 8-bit samples.
    var isPlausible = true

    /// Skips over the component's blocks of one MCU. Returns `nil` for an invalid code.
    @inline(never)
    static func skip(_ component: UnsafeMutablePointer<CodedComponent>, _ reader: BitReader) -> BitReader? {
        var reader = reader
        for _ in 0..<component.pointee.mcuWidth &* component.pointee.mcuHeight {
            guard component.pointee.skipBlock(&reader) else { return nil }
        }
        return reader
    }

    @inline(__always)
    private mutating func skipBlock(_ reader: inout BitReader) -> Bool {
        reader.refill()
        guard let difference = dc.difference(&reader) else { return false }
        prediction &+= difference
        // Huffman codes exist only for differences between DC terms in this range.
        isPlausible = isPlausible && UInt(bitPattern: prediction &+ 1024) < 2048
        return skip.skipBlock(&reader, from: 1)
    }
}
