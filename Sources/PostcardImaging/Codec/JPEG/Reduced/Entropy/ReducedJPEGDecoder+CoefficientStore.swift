extension ReducedJPEGDecoder {
    /// The coefficients of one component of a file whose scans have to be put together: only those that the result needs.
    struct CoefficientStore {
        let layout: ComponentLayout
        /// Numbers kept for a block: 1 for the DC term alone, the 25 that 2 × 2 samples need and one that takes all others, or
        /// the whole block in raster order.
        let valuesPerBlock: Int
        private let values: UnsafeMutablePointer<Int16>
        /// For each block the zigzag positions whose coefficients are not zero, a bit each; absent when only DC is kept.
        let masks: UnsafeMutablePointer<UInt64>?
        /// Where in a block's numbers a zigzag position is.
        private let places: UnsafeMutablePointer<UInt8>

        init(_ layout: ComponentLayout, arena: Arena) {
            self.layout = layout
            let count = layout.paddedBlocksPerRow * layout.paddedBlockRows
            places = arena.allocate(UInt8.self, count: 64)
            switch layout.blockSide {
            case 1:
                valuesPerBlock = 1
                masks = nil
            case 2:
                valuesPerBlock = 26
                masks = arena.allocate(UInt64.self, count: count)
                var next: UInt8 = 0
                for (index, position) in Zigzag.naturalOrder.enumerated() {
                    let isNeeded = [0, 1, 3, 5, 7].contains(position / 8) && [0, 1, 3, 5, 7].contains(position % 8)
                    places[index] = isNeeded ? next : 25
                    if isNeeded { next += 1 }
                }
            default:
                valuesPerBlock = 64
                masks = arena.allocate(UInt64.self, count: count)
                for (index, position) in Zigzag.naturalOrder.enumerated() { places[index] = position }
            }
            values = arena.allocate(Int16.self, count: count * valuesPerBlock)
        }

        /// The DC term is the first number of a block.
        @inline(__always)
        func block(_ index: Int) -> UnsafeMutablePointer<Int16> { values + index &* valuesPerBlock }

        /// The place of a coefficient within its block.
        @inline(__always)
        func place(_ position: Int) -> Int { Int(places[position]) }

        /// Makes the samples of one row of blocks.
        ///
        /// - Returns: `false` when a DC term is far outside of what 8-bit samples can give.
        func transformRow(_ blockRow: Int, with transform: BlockTransform, to output: UnsafeMutablePointer<UInt8>, stride: Int)
            -> Bool
        {
            let first = blockRow * layout.paddedBlocksPerRow
            let dcStep = Int(layout.quantization[0])
            let side = layout.blockSide
            var isPlausible = true
            for column in 0..<layout.paddedBlocksPerRow {
                let block = block(first + column)
                let mean = Int(block[0]) &* dcStep
                isPlausible = isPlausible && UInt(bitPattern: mean &+ 4096) < 8192
                let samples = output + column &* side
                if side == 1 {
                    samples[0] = SampleRange.sample((mean &+ 4) &>> 3)
                } else if side == 2, var mask = masks?[first + column] {
                    transform.put(Int(block[0]), at: 0)
                    while mask != 0 {
                        let position = mask.trailingZeroBitCount
                        let place = place(position)
                        if place < 25 { transform.put(Int(block[place]), at: position) }
                        mask &= mask &- 1
                    }
                    transform.finish(side: 2, to: samples, stride: stride)
                } else {
                    transform.transform(block, side: side, to: samples, stride: stride)
                }
            }
            return isPlausible
        }
    }
}
