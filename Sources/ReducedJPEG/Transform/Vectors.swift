/// Eight 16-bit numbers, one from each column or row of a block.
typealias DCTVector = SIMD8<Int16>

/// The vector operations that the inverse DCTs share. Each operation takes one to four machine instructions.
enum Vectors {
    /// Returns a · p + b · q without loss of precision.
    @inline(__always)
    static func combine(_ a: DCTVector, _ p: Int32, _ b: DCTVector, _ q: Int32) -> SIMD8<Int32> {
        widen(a) &* SIMD8(repeating: p) &+ widen(b) &* SIMD8(repeating: q)
    }

    /// Divides by 2^`shift`, rounding halves up.
    @inline(__always)
    static func descale(_ value: SIMD8<Int32>, _ shift: Int32) -> DCTVector {
        narrow((value &+ SIMD8(repeating: 1 << (shift - 1))) &>> SIMD8(repeating: shift))
    }

    /// Interleaves the first halves of two vectors.
    @inline(__always)
    static func interleaveLow(_ a: DCTVector, _ b: DCTVector) -> DCTVector {
        var result = DCTVector()
        result.evenHalf = a.lowHalf
        result.oddHalf = b.lowHalf
        return result
    }

    /// Interleaves the second halves of two vectors.
    @inline(__always)
    static func interleaveHigh(_ a: DCTVector, _ b: DCTVector) -> DCTVector {
        var result = DCTVector()
        result.evenHalf = a.highHalf
        result.oddHalf = b.highHalf
        return result
    }

    /// Converts results of the inverse DCT to samples: level shift by 128, clamp to 0...255.
    @inline(__always)
    static func samples(_ values: DCTVector) -> SIMD8<UInt8> {
        bytes(clamped(values &+ DCTVector(repeating: 128)))
    }

    /// Clamps numbers to 0...255.
    @inline(__always)
    static func clamped(_ values: DCTVector) -> DCTVector {
        let shift = DCTVector(repeating: 15)
        let isNegative = values &>> shift
        let isAbove = (DCTVector(repeating: 255) &- values) &>> shift
        return (values & ~isNegative | isAbove) & DCTVector(repeating: 255)
    }

    // Conversions are spelled out, because the compiler does not always specialize the standard library's generic conversions.

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
