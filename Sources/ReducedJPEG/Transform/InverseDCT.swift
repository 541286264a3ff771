/// The two-point inverse DCT of a block's lowest 2 × 2 coefficients.
///
/// The result is closer to the low-pass filtered picture than libjpeg's means of block quarters. Taking means attenuates detail that is
/// barely coarse enough to be kept, and aliases finer detail.
enum InverseDCT2 {
    /// The last zigzag position of a coefficient that is needed.
    static let lastPosition = 4

    /// The weights of the coefficients except the DC term, multiplied by 2¹².
    struct Weights {
        let once: Int32
        /// The weight of the coefficient that varies in both directions.
        let twice: Int32

        /// No attenuation.
        static let full = Weights(once: 4096, twice: 4096)
        /// The attenuation from taking the mean of a block quarter, √2 · (c1 + c3 + c5 + c7) / 4 with cₖ = cos(kπ/16), and its square.
        static let ofMeans = Weights(once: 3712, twice: 3364)
    }

    /// Transforms the coefficients of zigzag positions 0...4. `quantization` contains their steps. Returns false for impossible
    /// coefficients.
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

    /// Transforms eight blocks in the same way. Only the first `lanes` blocks are valid. `means` are the blocks' DC terms; the coefficients
    /// at zigzag position n are n × `distance` after them.
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

/// The four-point inverse DCT of a block's lowest 4 × 4 coefficients. `InverseDCT2` explains the difference from libjpeg.
enum InverseDCT4 {
    /// The last zigzag position of a coefficient that is needed.
    static let lastPosition = 24

    /// Transforms 64 coefficients in raster order. `quantization` contains their steps in raster order. Returns false for impossible
    /// coefficients.
    @inline(never)
    static func transform(
        _ block: UnsafePointer<Int16>, _ quantization: UnsafePointer<Int16>,
        to output: UnsafeMutablePointer<UInt8>, stride: Int
    ) -> Bool {
        func row(_ index: Int) -> SIMD4<Int32> { load(block + 8 * index) &* load(quantization + 8 * index) }
        let input = (row(0), row(1), row(2), row(3))
        // Between the passes, numbers have five fractional bits. The last division is by 8, because a block's mean is an eighth of its DC
        // term.
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

    /// Transforms one dimension. The constants, √2 · cos(π/8) and √2 · cos(3π/8), are multiplied by 2¹².
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

    /// Returns zero for each coefficient that `BlockTransform.isPlausible` accepts, and nonzero for others.
    @inline(__always)
    private static func outside(_ values: SIMD4<Int32>) -> SIMD4<Int32> {
        (values &+ SIMD4(repeating: 4096)) & SIMD4(repeating: ~8191)
    }
}

/// The full inverse DCT, for chroma with as many samples as the result has pixels.
///
/// This is the transform by Loeffler, Ligtenberg and Moschytz in the fixed-point arithmetic of libjpeg's slow integer method, so the
/// results are identical to libjpeg's.
enum InverseDCT8 {
    /// Transforms 64 coefficients in raster order. `quantization` contains their steps in raster order. Returns false for impossible
    /// coefficients; `output` is then invalid.
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

    /// Transforms one dimension. The constants are sums and differences of √2·cₖ = √2·cos(kπ/16), multiplied by 2¹³.
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

    /// Returns the sum and difference of coefficients 0 and 4, and the rotation of coefficients 2 and 6.
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
