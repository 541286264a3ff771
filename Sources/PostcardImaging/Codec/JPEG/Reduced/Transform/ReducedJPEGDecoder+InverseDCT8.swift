extension ReducedJPEGDecoder {
    /// The full inverse DCT, for chroma that has as many samples as the result has pixels: Loeffler, Ligtenberg and
    /// Moschytz's transform in the fixed-point arithmetic of libjpeg's slow integer method, so that results are the same to
    /// the bit.
    enum InverseDCT8 {
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
            let columns = pass(coefficients, shift: 11)
            let rows = pass(columns.transposed, shift: 18).transposed
            store(rows.r0, to: output)
            store(rows.r1, to: output + stride)
            store(rows.r2, to: output + 2 &* stride)
            store(rows.r3, to: output + 3 &* stride)
            store(rows.r4, to: output + 4 &* stride)
            store(rows.r5, to: output + 5 &* stride)
            store(rows.r6, to: output + 6 &* stride)
            store(rows.r7, to: output + 7 &* stride)
            return coefficients.isPlausible
        }

        @inline(__always)
        private static func store(_ row: DCTVector, to output: UnsafeMutablePointer<UInt8>) {
            UnsafeMutableRawPointer(output).storeBytes(of: Vectors.samples(row), as: SIMD8<UInt8>.self)
        }

        /// One dimension; the constants are sums and differences of √2·cₖ = √2·cos(kπ/16), times 2¹³.
        @inline(__always)
        private static func pass(_ input: VectorBlock, shift: Int32) -> VectorBlock {
            let (a, b) = even(input)
            let (e0, e1, e2, e3) = (a.0 &+ b.1, a.1 &+ b.0, a.1 &- b.0, a.0 &- b.1)
            let z3 = input.r7 &+ input.r3
            let z4 = input.r5 &+ input.r1
            let rotated3 = Vectors.combine(z3, -6436, z4, 9633)
            let rotated4 = Vectors.combine(z3, 9633, z4, 6437)
            let o3 = Vectors.combine(input.r7, -4927, input.r1, -7373) &+ rotated3
            let o0 = Vectors.combine(input.r7, -7373, input.r1, 4926) &+ rotated4
            let o2 = Vectors.combine(input.r5, -4176, input.r3, -20995) &+ rotated4
            let o1 = Vectors.combine(input.r5, -20995, input.r3, 4177) &+ rotated3
            return VectorBlock(
                r0: Vectors.descale(e0 &+ o0, shift), r1: Vectors.descale(e1 &+ o1, shift),
                r2: Vectors.descale(e2 &+ o2, shift), r3: Vectors.descale(e3 &+ o3, shift),
                r4: Vectors.descale(e3 &- o3, shift), r5: Vectors.descale(e2 &- o2, shift),
                r6: Vectors.descale(e1 &- o1, shift), r7: Vectors.descale(e0 &- o0, shift))
        }

        /// Coefficients 0 ± 4, and 2 and 6 rotated.
        @inline(__always)
        private static func even(
            _ input: VectorBlock
        ) -> ((SIMD8<Int32>, SIMD8<Int32>), (SIMD8<Int32>, SIMD8<Int32>)) {
            let sum = Vectors.widen(input.r0 &+ input.r4) &<< SIMD8(repeating: 13)
            let difference = Vectors.widen(input.r0 &- input.r4) &<< SIMD8(repeating: 13)
            let sixth = Vectors.combine(input.r2, 4433, input.r6, -10704)
            let second = Vectors.combine(input.r2, 10703, input.r6, 4433)
            return ((sum, difference), (sixth, second))
        }
    }
}
