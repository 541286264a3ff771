extension ReducedJPEGDecoder {
    /// The inverse DCT to 4 × 4 samples, each the mean of four of the block's: Loeffler, Ligtenberg and Moschytz's transform
    /// with the averaging folded in, in the fixed-point arithmetic of libjpeg so that results are the same to the bit.
    enum InverseDCT4 {
        /// - Parameters:
        ///   - block: 64 coefficients in raster order.
        ///   - quantization: The 64 steps in raster order.
        /// - Returns: `false` for coefficients that no picture has; what is written then means nothing.
        @inline(never)
        static func transform(
            _ block: UnsafePointer<Int16>, _ quantization: UnsafePointer<Int16>,
            to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            let coefficients = VectorBlock(block, times: quantization)
            let rows = pass(pass(coefficients, shift: 12).transposed, shift: 19)
            let even = Vectors.interleaveLow(rows.r0, rows.r2)
            let odd = Vectors.interleaveLow(rows.r1, rows.r3)
            let upper = Vectors.samples(Vectors.interleaveLow(even, odd))
            let lower = Vectors.samples(Vectors.interleaveHigh(even, odd))
            store(upper.lowHalf, to: output)
            store(upper.highHalf, to: output + stride)
            store(lower.lowHalf, to: output + 2 &* stride)
            store(lower.highHalf, to: output + 3 &* stride)
            return coefficients.isPlausible
        }

        @inline(__always)
        private static func store(_ samples: SIMD4<UInt8>, to output: UnsafeMutablePointer<UInt8>) {
            UnsafeMutableRawPointer(output).storeBytes(of: samples, as: SIMD4<UInt8>.self)
        }

        /// One dimension, eight coefficients to four means; the constants are times 2¹³. The mean of coefficient 4 vanishes.
        @inline(__always)
        private static func pass(_ input: VectorBlock, shift: Int32) -> VectorBlock {
            // √2·c2 and √2·c6
            let second = Vectors.combine(input.r2, 15137, input.r6, -6270)
            let zeroth = Vectors.widen(input.r0) &<< SIMD8(repeating: 14)
            // Sums and differences of √2·c1, √2·c3, √2·c5, √2·c7
            let inner =
                Vectors.combine(input.r7, -1730, input.r5, 11893)
                &+ Vectors.combine(input.r3, -17799, input.r1, 8697)
            let outer =
                Vectors.combine(input.r7, -4176, input.r5, -4926)
                &+ Vectors.combine(input.r3, 7373, input.r1, 20995)
            var output = VectorBlock()
            output.r0 = Vectors.descale(zeroth &+ second &+ outer, shift)
            output.r1 = Vectors.descale(zeroth &- second &+ inner, shift)
            output.r2 = Vectors.descale(zeroth &- second &- inner, shift)
            output.r3 = Vectors.descale(zeroth &+ second &- outer, shift)
            return output
        }
    }
}
