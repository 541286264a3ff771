extension ReducedJPEGDecoder {
    /// The coefficients of one component of a file whose scans have to be put together: only those that the result needs.
    struct CoefficientStore {
        /// Blocks spread out at a time before they are transformed.
        static let batch = 8

        let layout: ComponentLayout
        /// Numbers kept for a block: 1 for the DC term alone, the 25 that 2 × 2 samples need and one that takes all others, or
        /// the whole block in raster order.
        let valuesPerBlock: Int
        private let values: UnsafeMutablePointer<Int16>
        /// For each block the zigzag positions whose coefficients are not zero, a bit each; absent when only DC is kept.
        let masks: UnsafeMutablePointer<UInt64>?
        /// The zigzag positions that have a place of their own, a bit each.
        private let keptPositions: UInt64
        /// Where in a block's numbers a zigzag position is.
        private let places: UnsafeMutablePointer<UInt8>

        init(_ layout: ComponentLayout, arena: Arena) {
            self.layout = layout
            let count = layout.paddedBlocksPerRow * layout.paddedBlockRows
            places = arena.allocate(UInt8.self, count: 64)
            switch layout.blockSide {
            case 1:
                valuesPerBlock = 1
                keptPositions = 1
                masks = nil
            case 2:
                valuesPerBlock = 26
                masks = arena.allocate(UInt64.self, count: count)
                var next: UInt8 = 0
                var kept: UInt64 = 0
                for (index, position) in Zigzag.naturalOrder.enumerated() {
                    let isNeeded = [0, 1, 3, 5, 7].contains(position / 8) && [0, 1, 3, 5, 7].contains(position % 8)
                    places[index] = isNeeded ? next : 25
                    if isNeeded {
                        next += 1
                        kept |= 1 << UInt64(index)
                    }
                }
                keptPositions = kept
            default:
                valuesPerBlock = 64
                keptPositions = .max
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
        /// - Returns: `false` when coefficients are far outside of what 8-bit samples can give.
        func transformRow(
            _ blockRow: Int, with transform: BlockTransform, to output: UnsafeMutablePointer<UInt8>, rowStride: Int
        )
            -> Bool
        {
            let first = blockRow * layout.paddedBlocksPerRow
            let dcStep = Int(layout.quantization[0])
            let count = layout.paddedBlocksPerRow
            var isPlausible = true
            for column in 0..<count {
                let mean = Int(block(first &+ column)[0]) &* dcStep
                isPlausible = isPlausible && UInt(bitPattern: mean &+ 4096) < 8192
                if layout.blockSide == 1 { output[column] = SampleRange.sample((mean &+ 4) &>> 3) }
            }
            switch layout.blockSide {
            case 1: return isPlausible
            case 2:
                for column in stride(from: 0, to: count, by: Self.batch) {
                    let blocks = first &+ column..<first &+ min(column &+ Self.batch, count)
                    isPlausible =
                        transformBatch(blocks, with: transform, to: output + 2 &* column, rowStride) && isPlausible
                }
                return isPlausible
            default:
                for column in 0..<count {
                    isPlausible =
                        transform.transform(
                            block(first &+ column), side: layout.blockSide, to: output + layout.blockSide &* column,
                            stride: rowStride) && isPlausible
                }
                return isPlausible
            }
        }

        /// Spreads the coefficients of some blocks out and transforms them.
        private func transformBatch(
            _ blocks: Range<Int>, with transform: BlockTransform, to output: UnsafeMutablePointer<UInt8>,
            _ rowStride: Int
        ) -> Bool {
            guard let masks else { return false }
            var target = transform.workspace
            for index in blocks {
                let values = block(index)
                var mask = masks[index] & keptPositions
                target[0] = values[0]
                while mask != 0 {
                    let position = mask.trailingZeroBitCount
                    transform.put(Int(values[place(position)]), at: position, of: target)
                    mask &= mask &- 1
                }
                target += 64
            }
            var isPlausible = true
            for index in 0..<blocks.count {
                let block = transform.workspace + 64 &* index
                isPlausible =
                    transform.transform(block, side: 2, to: output + 2 &* index, stride: rowStride) && isPlausible
                block.update(repeating: 0, count: 64)
            }
            return isPlausible
        }
    }
}
