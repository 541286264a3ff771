/// Eight 16-bit numbers, one of each column or row of a block.
typealias DCTVector = SIMD8<Int16>

/// The vector steps that the inverse DCTs share; each is one to four machine instructions.
enum Vectors {
    /// a · p + b · q without loss.
    @inline(__always)
    static func combine(_ a: DCTVector, _ p: Int32, _ b: DCTVector, _ q: Int32) -> SIMD8<Int32> {
        widen(a) &* SIMD8(repeating: p) &+ widen(b) &* SIMD8(repeating: q)
    }

    /// Divides by 2^`shift`, rounding halves up.
    @inline(__always)
    static func descale(_ value: SIMD8<Int32>, _ shift: Int32) -> DCTVector {
        narrow((value &+ SIMD8(repeating: 1 << (shift - 1))) &>> SIMD8(repeating: shift))
    }

    /// The first halves of both, element by element in turn.
    @inline(__always)
    static func interleaveLow(_ a: DCTVector, _ b: DCTVector) -> DCTVector {
        var result = DCTVector()
        result.evenHalf = a.lowHalf
        result.oddHalf = b.lowHalf
        return result
    }

    /// The second halves of both, element by element in turn.
    @inline(__always)
    static func interleaveHigh(_ a: DCTVector, _ b: DCTVector) -> DCTVector {
        var result = DCTVector()
        result.evenHalf = a.highHalf
        result.oddHalf = b.highHalf
        return result
    }

    /// Turns results of the inverse DCT into samples: level shift by 128, clamp to 0...255.
    @inline(__always)
    static func samples(_ values: DCTVector) -> SIMD8<UInt8> {
        bytes(clamped(values &+ DCTVector(repeating: 128)))
    }

    /// Limits numbers to 0...255.
    @inline(__always)
    static func clamped(_ values: DCTVector) -> DCTVector {
        let shift = DCTVector(repeating: 15)
        let isNegative = values &>> shift
        let isAbove = (DCTVector(repeating: 255) &- values) &>> shift
        return (values & ~isNegative | isAbove) & DCTVector(repeating: 255)
    }

    // Conversions are spelt out, for the standard library's generic ones are not always specialised.

    @inline(__always)
    static func widen(_ v: DCTVector) -> SIMD8<Int32> {
        SIMD8<Int32>(
            Int32(v[0]), Int32(v[1]), Int32(v[2]), Int32(v[3]), Int32(v[4]), Int32(v[5]), Int32(v[6]), Int32(v[7]))
    }

    @inline(__always)
    static func widen(_ v: SIMD8<UInt8>) -> DCTVector {
        DCTVector(
            Int16(v[0]), Int16(v[1]), Int16(v[2]), Int16(v[3]), Int16(v[4]), Int16(v[5]), Int16(v[6]), Int16(v[7]))
    }

    @inline(__always)
    static func bytes(_ v: DCTVector) -> SIMD8<UInt8> {
        func low(_ value: Int16) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        return SIMD8<UInt8>(
            low(v[0]), low(v[1]), low(v[2]), low(v[3]), low(v[4]), low(v[5]), low(v[6]), low(v[7]))
    }

    @inline(__always)
    static func narrow(_ v: SIMD8<Int32>) -> DCTVector {
        func low(_ value: Int32) -> Int16 { Int16(truncatingIfNeeded: value) }
        return DCTVector(
            low(v[0]), low(v[1]), low(v[2]), low(v[3]), low(v[4]), low(v[5]), low(v[6]), low(v[7]))
    }
}

/// A block of 64 numbers, a vector for each row.
struct VectorBlock {
    var r0 = DCTVector(), r1 = DCTVector(), r2 = DCTVector(), r3 = DCTVector()
    var r4 = DCTVector(), r5 = DCTVector(), r6 = DCTVector(), r7 = DCTVector()

    /// The rows become columns: three perfect shuffles rotate the index's six bits by half.
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
    /// Coefficients times their quantization steps, both in raster order.
    @inline(__always)
    init(_ block: UnsafePointer<Int16>, times quantization: UnsafePointer<Int16>) {
        func row(_ index: Int) -> DCTVector {
            let coefficients = UnsafeRawPointer(block + 8 * index).loadUnaligned(as: DCTVector.self)
            return coefficients &* UnsafeRawPointer(quantization + 8 * index).loadUnaligned(as: DCTVector.self)
        }
        self.init(
            r0: row(0), r1: row(1), r2: row(2), r3: row(3), r4: row(4), r5: row(5), r6: row(6), r7: row(7))
    }

    /// `true` when the passes of the inverse DCT stay within 16 bits. Samples of 8 bits give 1024 for the root of a block's sum of
    /// squares (Parseval), thus at most 2896 for a column's sum of magnitudes and some more for rounding; damaged data
    /// give anything, and then libjpeg's own results depend on the machine.
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

    /// The exact test, for the few blocks that are not obviously harmless.
    @inline(never)
    private var hasPlausibleColumns: Bool {
        (0..<8).allSatisfy { column in
            [r0, r1, r2, r3, r4, r5, r6, r7].reduce(0) { $0 + abs(Int($1[column])) } <= 5800
        }
    }

    /// The absolute value, or one less for negative numbers.
    @inline(__always)
    private static func magnitude(_ values: DCTVector) -> DCTVector { values ^ values &>> DCTVector(repeating: 15) }
}

/// Turns results of the inverse DCT into samples as libjpeg does: level shift by 128, clamp to 0...255.
enum SampleRange {
    /// Clamps `value`, which is relative to the middle grey.
    @inline(__always)
    static func sample(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
    }
}
