extension ReducedJPEGDecoder {
    /// The inverse DCT of one component to blocks of 2 × 2, 4 × 4 or 8 × 8 samples.
    struct BlockTransform {
        /// Room for blocks in raster order, all zero when they are not in use.
        let workspace: UnsafeMutablePointer<Int16>
        /// The raster index of each zigzag position.
        let naturalOrder: UnsafePointer<UInt8>
        /// The 64 steps in raster order.
        private let quantization: UnsafePointer<Int16>

        /// - Parameters:
        ///   - quantization: The 64 steps in zigzag order.
        ///   - blockCount: How many blocks the workspace holds.
        init(quantization: [UInt16], blockCount: Int, arena: Arena) {
            workspace = arena.allocate(Int16.self, count: 64 * blockCount)
            let order = arena.allocate(UInt8.self, count: 64)
            let steps = arena.allocate(Int16.self, count: 64)
            for (index, position) in Zigzag.naturalOrder.enumerated() {
                order[index] = position
                steps[Int(position)] = Int16(quantization[index])
            }
            naturalOrder = UnsafePointer(order)
            self.quantization = UnsafePointer(steps)
        }

        /// Puts a coefficient that is not zero into a block in raster order.
        ///
        /// - Parameter position: Its zigzag position, 0...63.
        @inline(__always)
        func put(_ value: Int, at position: Int, of block: UnsafeMutablePointer<Int16>) {
            block[Int(naturalOrder[position])] = Int16(truncatingIfNeeded: value)
        }

        /// Writes `side` × `side` samples of a block of coefficients in raster order; `false` for ones that no picture has.
        @inline(__always)
        func transform(
            _ coefficients: UnsafePointer<Int16>, side: Int, to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            switch side {
            case 2: InverseDCT2.transform(coefficients, quantization, to: output, stride: stride)
            case 4: InverseDCT4.transform(coefficients, quantization, to: output, stride: stride)
            default: InverseDCT8.transform(coefficients, quantization, to: output, stride: stride)
            }
        }
    }
}
