extension ReducedJPEGDecoder {
    /// The inverse DCT of one component to blocks of 2 × 2, 4 × 4 or 8 × 8 samples.
    struct BlockTransform {
        /// Room for one block in raster order, all zero between two blocks.
        let block: UnsafeMutablePointer<Int16>
        /// The raster index of each zigzag position.
        let naturalOrder: UnsafePointer<UInt8>
        /// The 64 steps in raster order.
        private let quantization: UnsafePointer<Int16>

        /// - Parameter quantization: The 64 steps in zigzag order.
        init(quantization: [UInt16], arena: Arena) {
            block = arena.allocate(Int16.self, count: 64)
            let order = arena.allocate(UInt8.self, count: 64)
            let steps = arena.allocate(Int16.self, count: 64)
            for (index, position) in Zigzag.naturalOrder.enumerated() {
                order[index] = position
                steps[Int(position)] = Int16(quantization[index])
            }
            naturalOrder = UnsafePointer(order)
            self.quantization = UnsafePointer(steps)
        }

        /// Puts a coefficient that is not zero into `block`.
        ///
        /// - Parameter position: Its zigzag position, 0...63.
        @inline(__always)
        func put(_ value: Int, at position: Int) {
            block[Int(naturalOrder[position])] = Int16(truncatingIfNeeded: value)
        }

        /// Writes the samples of `block` and clears it.
        @inline(__always)
        func finish(side: Int, to output: UnsafeMutablePointer<UInt8>, stride: Int) {
            transform(block, side: side, to: output, stride: stride)
            block.update(repeating: 0, count: 64)
        }

        /// Writes `side` × `side` samples of a block of coefficients in raster order.
        @inline(__always)
        func transform(
            _ coefficients: UnsafePointer<Int16>, side: Int, to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) {
            switch side {
            case 2: InverseDCT2.transform(coefficients, quantization, to: output, stride: stride)
            case 4: InverseDCT4.transform(coefficients, quantization, to: output, stride: stride)
            default: InverseDCT8.transform(coefficients, quantization, to: output, stride: stride)
            }
        }
    }
}
