extension ReducedJPEGDecoder {
    /// The inverse DCT of two points of a block's lowest 2 × 2 coefficients, which is nearer to the picture with its finer detail
    /// filtered out than libjpeg's means of quarters of the block are: those dim what is just coarse enough to be kept and fold in
    /// what is too fine.
    enum InverseDCT2 {
        /// The last zigzag position of a coefficient that is needed.
        static let lastPosition = 4

        /// How much the coefficients beside the mean count, times 2¹².
        struct Weights {
            let once: Int32
            /// For detail both ways.
            let twice: Int32

            /// All of it.
            static let full = Weights(once: 4096, twice: 4096)
            /// As much as is left in means of quarters of a block, √2 · (c1 + c3 + c5 + c7) / 4 with cₖ = cos(kπ/16), and its square.
            static let ofMeans = Weights(once: 3712, twice: 3364)
        }

        /// - Parameters:
        ///   - block: The coefficients of zigzag positions 0...4.
        ///   - quantization: Their steps.
        /// - Returns: `false` for coefficients that no picture has.
        @inline(__always)
        static func transform(
            _ block: UnsafePointer<Int16>, _ quantization: UnsafePointer<UInt16>, _ weights: Weights,
            to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            func coefficient(_ position: Int) -> Int { Int(block[position]) &* Int(quantization[position]) }
            let (mean, across, down, both) = (coefficient(0), coefficient(1), coefficient(2), coefficient(4))
            let (once, twice) = (Int(weights.once), Int(weights.twice))
            let base = (mean &+ 4) &<< 12
            let (left, right) = (base &+ across &* once, base &- across &* once)
            let (leftDown, rightDown) = (down &* once &+ both &* twice, down &* once &- both &* twice)
            output[0] = SampleRange.sample((left &+ leftDown) &>> 15)
            output[1] = SampleRange.sample((right &+ rightDown) &>> 15)
            output[stride] = SampleRange.sample((left &- leftDown) &>> 15)
            output[stride &+ 1] = SampleRange.sample((right &- rightDown) &>> 15)
            return BlockTransform.isPlausible(mean) && BlockTransform.isPlausible(across)
                && BlockTransform.isPlausible(down) && BlockTransform.isPlausible(both)
        }

        /// The same for eight blocks, of which the first `lanes` count.
        ///
        /// - Parameter means: Their DC terms; coefficients of zigzag position n are n times `distance` further.
        @inline(__always)
        static func transformEight(
            _ means: UnsafePointer<Int16>, distance: Int, lanes: Int, _ quantization: UnsafePointer<UInt16>,
            _ weights: Weights, to output: UnsafeMutablePointer<UInt8>, stride: Int
        ) -> Bool {
            func coefficients(_ position: Int) -> SIMD8<Int32> {
                let numbers = UnsafeRawPointer(means + position &* distance).loadUnaligned(as: DCTVector.self)
                return Vectors.widen(numbers) &* SIMD8(repeating: Int32(quantization[position]))
            }
            let (mean, across, down, both) = (coefficients(0), coefficients(1), coefficients(2), coefficients(4))
            let (once, twice) = (SIMD8(repeating: weights.once), SIMD8(repeating: weights.twice))
            let base = mean &<< SIMD8(repeating: 12)
            let (left, right) = (base &+ across &* once, base &- across &* once)
            let (leftDown, rightDown) = (down &* once &+ both &* twice, down &* once &- both &* twice)
            store(left &+ leftDown, right &+ rightDown, to: output)
            store(left &- leftDown, right &- rightDown, to: output + stride)
            let bias = SIMD8<Int32>(repeating: 4096)
            let excess = (mean &+ bias) | (across &+ bias) | (down &+ bias) | (both &+ bias)
            return (0..<lanes).allSatisfy { excess[$0] & ~8191 == 0 }
        }

        @inline(__always)
        private static func store(
            _ left: SIMD8<Int32>, _ right: SIMD8<Int32>, to output: UnsafeMutablePointer<UInt8>
        ) {
            let (left, right) = (Vectors.descale(left, 15), Vectors.descale(right, 15))
            let (first, second) = (Vectors.interleaveLow(left, right), Vectors.interleaveHigh(left, right))
            UnsafeMutableRawPointer(output).storeBytes(of: Vectors.samples(first), as: SIMD8<UInt8>.self)
            UnsafeMutableRawPointer(output + 8).storeBytes(of: Vectors.samples(second), as: SIMD8<UInt8>.self)
        }
    }
}
