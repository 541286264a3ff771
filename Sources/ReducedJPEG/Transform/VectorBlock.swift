/// A block of 64 numbers, a vector for each row.
struct VectorBlock {
    var r0 = DCTVector(), r1 = DCTVector(), r2 = DCTVector(), r3 = DCTVector()
    var r4 = DCTVector(), r5 = DCTVector(), r6 = DCTVector(), r7 = DCTVector()

    /// The block with rows and columns swapped: three perfect shuffles rotate the six bits of the index by three.
    @inline(__always)
    var transposed: VectorBlock { shuffled.shuffled.shuffled }

    @inline(__always)
    private var shuffled: VectorBlock {
        VectorBlock(
            r0: Vectors.interleaveLow(r0, r4), r1: Vectors.interleaveHigh(r0, r4),
            r2: Vectors.interleaveLow(r1, r5), r3: Vectors.interleaveHigh(r1, r5),
            r4: Vectors.interleaveLow(r2, r6), r5: Vectors.interleaveHigh(r2, r6),
            r6: Vectors.interleaveLow(r3, r7), r7: Vectors.interleaveHigh(r3, r7))
    }
}

extension VectorBlock {
    /// Multiplies coefficients by their quantization steps, both in raster order.
    @inline(__always)
    init(_ block: UnsafePointer<Int16>, times quantization: UnsafePointer<Int16>) {
        func row(_ index: Int) -> DCTVector {
            let coefficients = UnsafeRawPointer(block + 8 * index).loadUnaligned(as: DCTVector.self)
            return coefficients &* UnsafeRawPointer(quantization + 8 * index).loadUnaligned(as: DCTVector.self)
        }
        self.init(
            r0: row(0), r1: row(1), r2: row(2), r3: row(3), r4: row(4), r5: row(5), r6: row(6), r7: row(7))
    }

    /// True if the passes of the inverse DCT stay within 16 bits. For 8-bit samples, the root of a block's sum of squares is at most 1024
    /// (Parseval). A column's sum of magnitudes is therefore at most 2896, plus a little for rounding. Damaged data can exceed these
    /// limits; libjpeg's own results then depend on the machine.
    @inline(__always)
    var isPlausible: Bool {
        let first = Self.magnitude(r0)
        let others =
            Self.magnitude(r1) | Self.magnitude(r2) | Self.magnitude(r3) | Self.magnitude(r4) | Self.magnitude(r5)
            | Self.magnitude(r6) | Self.magnitude(r7)
        let excess = first &>> DCTVector(repeating: 11) | others &>> DCTVector(repeating: 9)
        let words = unsafeBitCast(excess, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0 || hasPlausibleColumns
    }

    /// The exact test, for the few blocks that the quick test does not accept.
    @inline(never)
    private var hasPlausibleColumns: Bool {
        (0..<8).allSatisfy { column in
            [r0, r1, r2, r3, r4, r5, r6, r7].reduce(0) { $0 + abs(Int($1[column])) } <= 5800
        }
    }

    /// Returns the absolute value, minus one for negative numbers.
    @inline(__always)
    private static func magnitude(_ values: DCTVector) -> DCTVector { values ^ values &>> DCTVector(repeating: 15) }
}
