extension ReducedJPEGDecoder {
    /// The inverse DCT to 2 × 2 samples, each the mean of a quarter of the block's: Loeffler, Ligtenberg and Moschytz's
    /// transform with the averaging folded in, in the fixed-point arithmetic of libjpeg so that results are the same to the bit.
    enum InverseDCT2 {
        /// - Parameters:
        ///   - block: 64 coefficients in raster order.
        ///   - quantization: The 64 steps in raster order.
        /// - Returns: `false` for coefficients that no picture has; what is written then means nothing.
        @inline(__always)
        static func transform(
            _ block: UnsafePointer<Int16>, _ quantization: UnsafePointer<Int16>,
            to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            let coefficients = VectorBlock(block, times: quantization)
            let columns = pass(coefficients, shift: 13)
            let rows = pass(columns.transposed, shift: 20)
            let samples = Vectors.samples(Vectors.interleaveLow(rows.r0, rows.r1))
            UnsafeMutableRawPointer(output).storeBytes(of: samples.lowHalf.lowHalf, as: SIMD2<UInt8>.self)
            UnsafeMutableRawPointer(output + stride).storeBytes(of: samples.lowHalf.highHalf, as: SIMD2<UInt8>.self)
            return coefficients.isPlausible
        }

        /// One dimension, eight coefficients to two means; the constants, √2 · (±c1 ± c3 ± c5 ± c7) with cₖ = cos(kπ/16), are
        /// times 2¹³. The means of the even coefficients but the first vanish.
        @inline(__always)
        private static func pass(_ input: VectorBlock, shift: Int32) -> VectorBlock {
            let even = Vectors.widen(input.r0) &<< SIMD8(repeating: 15)
            let odd =
                Vectors.combine(input.r7, -5906, input.r5, 6967) &+ Vectors.combine(input.r3, -10426, input.r1, 29692)
            var output = VectorBlock()
            output.r0 = Vectors.descale(even &+ odd, shift)
            output.r1 = Vectors.descale(even &- odd, shift)
            return output
        }
    }
}
