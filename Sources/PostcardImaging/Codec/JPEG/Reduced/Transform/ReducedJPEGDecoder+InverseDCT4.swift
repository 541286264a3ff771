extension ReducedJPEGDecoder {
    /// The inverse DCT of four points of a block's lowest 4 × 4 coefficients; see `InverseDCT2` for why it is not libjpeg's.
    enum InverseDCT4 {
        /// The last zigzag position of a coefficient that is needed.
        static let lastPosition = 24

        /// - Parameters:
        ///   - block: 64 coefficients in raster order.
        ///   - quantization: The 64 steps in raster order.
        /// - Returns: `false` for coefficients that no picture has.
        @inline(never)
        static func transform(
            _ block: UnsafePointer<Int16>, _ quantization: UnsafePointer<Int16>,
            to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            func row(_ index: Int) -> SIMD4<Int32> { load(block + 8 * index) &* load(quantization + 8 * index) }
            let input = (row(0), row(1), row(2), row(3))
            // Five bits of fraction between the passes; the last division is by 8, as a block's mean is an eighth of its DC term.
            let columns = transposed(pass(input, shift: 7))
            let rows = transposed(pass(columns, shift: 20))
            store(rows.0, to: output)
            store(rows.1, to: output + stride)
            store(rows.2, to: output + 2 &* stride)
            store(rows.3, to: output + 3 &* stride)
            let excess = outside(input.0) | outside(input.1) | outside(input.2) | outside(input.3)
            return excess[0] | excess[1] | excess[2] | excess[3] == 0
        }

        private typealias Rows = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

        /// One dimension; the constants, √2 · cos(π/8) and √2 · cos(3π/8), are times 2¹².
        @inline(__always)
        private static func pass(_ input: Rows, shift: Int32) -> Rows {
            func scaled(_ value: SIMD4<Int32>, _ factor: Int32) -> SIMD4<Int32> { value &* SIMD4(repeating: factor) }
            func rounded(_ value: SIMD4<Int32>) -> SIMD4<Int32> {
                (value &+ SIMD4(repeating: 1 << (shift - 1))) &>> SIMD4(repeating: shift)
            }
            let sum = scaled(input.0 &+ input.2, 4096)
            let difference = scaled(input.0 &- input.2, 4096)
            let outer = scaled(input.1, 5352) &+ scaled(input.3, 2217)
            let inner = scaled(input.1, 2217) &- scaled(input.3, 5352)
            return (
                rounded(sum &+ outer), rounded(difference &+ inner), rounded(difference &- inner), rounded(sum &- outer)
            )
        }

        @inline(__always)
        private static func transposed(_ m: Rows) -> Rows {
            (
                SIMD4(m.0[0], m.1[0], m.2[0], m.3[0]), SIMD4(m.0[1], m.1[1], m.2[1], m.3[1]),
                SIMD4(m.0[2], m.1[2], m.2[2], m.3[2]), SIMD4(m.0[3], m.1[3], m.2[3], m.3[3])
            )
        }

        @inline(__always)
        private static func load(_ numbers: UnsafePointer<Int16>) -> SIMD4<Int32> {
            SIMD4(Int32(numbers[0]), Int32(numbers[1]), Int32(numbers[2]), Int32(numbers[3]))
        }

        @inline(__always)
        private static func store(_ row: SIMD4<Int32>, to output: UnsafeMutablePointer<UInt8>) {
            for x in 0..<4 { output[x] = SampleRange.sample(Int(row[x])) }
        }

        /// Zero in the upper bits for what `BlockTransform.isPlausible` allows.
        @inline(__always)
        private static func outside(_ values: SIMD4<Int32>) -> SIMD4<Int32> {
            (values &+ SIMD4(repeating: 4096)) & SIMD4(repeating: ~8191)
        }
    }
}
