import CJPEGCoefficients

@testable import ReducedJPEG

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Samples computed from the coefficients that libjpeg reads, one block of each component after the other.
struct ReferenceSamples: MCURowDecoder {
    private let layouts: [ComponentLayout]
    private let windows: [SampleWindow]
    private let transforms: [BlockTransform]
    private let components: [[[Int16]]]

    init(
        _ file: UnsafeRawBufferPointer, layouts: [ComponentLayout],
        windows: [SampleWindow], arena: Arena, ignoringWarnings: Bool
    ) throws(ReducedJPEGError) {
        self.layouts = layouts
        self.windows = windows
        var components: [[[Int16]]] = []
        var transforms: [BlockTransform] = []
        for (index, layout) in layouts.enumerated() {
            let start = file.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let read = jpeg_coefficients_read(start, file.count, Int32(index), ignoringWarnings)
            guard let values = read.values else { throw .damaged("libjpeg reads no coefficients.") }
            defer { free(values) }
            guard Int(read.blocks_per_row) == layout.blocksPerRow, Int(read.block_rows) == layout.blockRows else {
                throw .damaged("libjpeg reads \(read.blocks_per_row) × \(read.block_rows) blocks.")
            }
            let blocks = (0..<layout.blocksPerRow * layout.blockRows).map { block in
                (0..<64).map { values[64 * block + $0] }
            }
            components.append(blocks)
            let steps = withUnsafeBytes(of: read.quantization) { Array($0.bindMemory(to: UInt16.self)) }
            let quantization = Zigzag.naturalOrder.map { steps[Int($0)] }
            transforms.append(
                try BlockTransform(
                    quantization: quantization, weights: layout.detailWeights, arena: arena))
        }
        self.components = components
        self.transforms = transforms
    }

    func decodeMCURow(_ mcuRow: Int) throws(ReducedJPEGError) {
        for (index, layout) in layouts.enumerated() {
            let side = layout.blockSide
            for line in 0..<layout.mcuHeight {
                let row = mcuRow * layout.mcuHeight + line
                guard row < layout.blockRows else { break }
                for column in 0..<layout.blocksPerRow {
                    let block = components[index][row * layout.blocksPerRow + column]
                    let output = windows[index].row(row * side) + column * side
                    write(block, layout, transforms[index], to: output, stride: windows[index].stride)
                }
            }
        }
    }

    func finish() throws(ReducedJPEGError) {}

    private func write(
        _ block: [Int16], _ layout: ComponentLayout, _ transform: BlockTransform,
        to output: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        if layout.blockSide == 1 {
            let mean = Int(block[0]) * Int(layout.quantization[0])
            output[0] = UInt8(max(0, min(255, (mean + 4) >> 3 + 128)))
            return
        }
        let zigzag = Zigzag.naturalOrder.map { block[Int($0)] }
        _ = transform.transform(
            layout.blockSide == 2 ? zigzag : block, side: layout.blockSide, to: output, stride: stride)
    }
}
