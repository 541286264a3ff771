/// One component's coefficients that the result needs, collected from several scans.
struct CoefficientStore {
    let layout: ComponentLayout
    /// The distance between the values of successive blocks. The distance is 1 for DC terms alone, and for the five values that 2 × 2
    /// samples need, which are in separate planes; 64 for whole blocks in raster order.
    let blockStride: Int
    private let values: UnsafeMutablePointer<Int16>
    /// For each block of a progressive file, the zigzag positions of its nonzero coefficients, one bit each; `nil` if only DC terms are
    /// stored.
    let masks: UnsafeMutablePointer<UInt64>?
    /// The offset of each zigzag position from its block's DC term.
    private let places: UnsafeMutablePointer<Int>

    init(_ layout: ComponentLayout, isProgressive: Bool, arena: Arena) throws(ReducedJPEGError) {
        self.layout = layout
        let count = layout.paddedBlocksPerRow * layout.paddedBlockRows
        places = try arena.allocate(Int.self, count: 64)
        switch layout.blockSide {
        case 1:
            blockStride = 1
            values = try arena.allocate(Int16.self, count: count)
        case 2:
            blockStride = 1
            values = try arena.allocate(Int16.self, count: count * (InverseDCT2.lastPosition + 1))
            // Positions that 2 × 2 samples never read share the unused slot 3.
            for index in 0..<64 { places[index] = count * (index <= InverseDCT2.lastPosition ? index : 3) }
        default:
            blockStride = 64
            values = try arena.allocate(Int16.self, count: count * 64)
            for (index, position) in Zigzag.naturalOrder.enumerated() { places[index] = Int(position) }
        }
        masks = isProgressive && layout.blockSide > 1 ? try arena.allocate(UInt64.self, count: count) : nil
    }

    /// Returns a pointer to a block's DC term.
    @inline(__always)
    func block(_ index: Int) -> UnsafeMutablePointer<Int16> { values + index &* blockStride }

    /// Returns the offset of a zigzag position from its block's DC term.
    @inline(__always)
    func place(_ position: Int) -> Int { places[position] }

    /// Computes the samples of one row of blocks.
    ///
    /// - Returns: false if coefficients are far outside the range of 8-bit samples.
    func transformRow(
        _ blockRow: Int, with transform: BlockTransform, to output: UnsafeMutablePointer<UInt8>, rowStride: Int
    ) -> Bool {
        let first = blockRow * layout.paddedBlocksPerRow
        let dcStep = Int(layout.quantization[0])
        let count = layout.paddedBlocksPerRow
        let side = layout.blockSide
        if side == 2 {
            return transform.transformPlanes(
                block(first), distance: place(1), count: count, to: output, stride: rowStride)
        }
        var isPlausible = true
        for column in 0..<count {
            let block = block(first &+ column)
            let mean = Int(block[0]) &* dcStep
            isPlausible = isPlausible && BlockTransform.isPlausible(mean)
            if side == 1 {
                output[column] = SampleRange.sample((mean &+ 4) &>> 3)
            } else {
                isPlausible =
                    transform.transform(block, side: side, to: output + side &* column, stride: rowStride)
                    && isPlausible
            }
        }
        return isPlausible
    }
}
