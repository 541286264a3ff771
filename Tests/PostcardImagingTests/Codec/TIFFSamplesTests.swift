import Testing

@testable import PostcardImaging

/// Samples of every depth, converted to bytes and compared with the arithmetic of their formats.
struct TIFFSamplesTests {
    private func bytes(
        _ source: [UInt8], count: Int, bits: Int, isSigned: Bool = false, isFloat: Bool = false, isLinear: Bool = false,
        isIndex: Bool = false
    ) -> [UInt8] {
        let samples = TIFFSamples(
            bits: bits, isSigned: isSigned, isFloat: isFloat, isLinear: isLinear, isIndex: isIndex)
        var result = [UInt8](repeating: 77, count: count)
        source.withUnsafeBytes { source in
            if let start = source.baseAddress { samples.convert(start, to: &result, count: count) }
        }
        return result
    }

    /// Big-endian bits without gaps.
    private func packed(_ values: [Int], bits: Int) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for value in values {
            for bit in (0..<bits).reversed() {
                if position & 7 == 0 { result.append(0) }
                result[position >> 3] |= UInt8(value >> bit & 1) << UInt8(7 - position & 7)
                position += 1
            }
        }
        return result
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 10, 12, 14])
    func `every depth is scaled to a byte`(bits: Int) {
        let highest = 1 << bits - 1
        let values = [0, 1, highest / 3, highest / 2, highest - 1, highest]
        let expected = values.map { UInt8((Double($0) * 255 / Double(highest)).rounded()) }
        let found = bytes(packed(values, bits: bits), count: values.count, bits: bits)
        #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(found) \(expected)")
        #expect(found.first == 0)
        #expect(found.last == 255)
    }

    @Test(arguments: [1, 2, 4])
    func `indices are not scaled`(bits: Int) {
        let values = Array(0..<1 << bits)
        #expect(
            bytes(packed(values, bits: bits), count: values.count, bits: bits, isIndex: true) == values.map(UInt8.init))
    }

    @Test(arguments: [16, 32])
    func `the lowest signed number is black`(bits: Int) {
        func word(_ value: Int) -> [UInt8] {
            // In the machine's byte order, as libtiff returns them.
            let little = (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return UInt32(1).littleEndian == 1 ? little : little.reversed()
        }
        let values = [-(1 << (bits - 1)), 0, 1 << (bits - 1) - 1]
        let found = bytes(values.flatMap(word), count: 3, bits: bits, isSigned: true)
        #expect(found[0] == 0)
        #expect(abs(Int(found[1]) - 128) <= 1)
        #expect(found[2] == 255)
    }

    @Test(arguments: [16, 24, 32, 64], [false, true])
    func `linear light is between black and white`(bits: Int, isLinear: Bool) {
        func bytes(_ value: Double) -> [UInt8] {
            switch bits {
            case 16:
                return withUnsafeBytes(of: Self.small(value, exponentBits: 5, fractionBits: 10)) { Array($0.prefix(2)) }
            case 24:
                return withUnsafeBytes(of: Self.small(value, exponentBits: 7, fractionBits: 16)) { Array($0.prefix(3)) }
            case 32: return withUnsafeBytes(of: Float(value)) { Array($0) }
            default: return withUnsafeBytes(of: value) { Array($0) }
            }
        }
        let values = [0, 0.25, 0.5, 1, 3, -2]
        let found = self.bytes(
            values.flatMap(bytes), count: values.count, bits: bits, isFloat: true, isLinear: isLinear)
        // A quarter and a half of linear light are 137 and 188 in sRGB.
        #expect(found == (isLinear ? [0, 137, 188, 255, 255, 0] : [0, 64, 128, 255, 255, 0]))
    }

    @Test func `a value that is not a number is black`() {
        let source = [Float.nan, -.infinity, .infinity].flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
        #expect(bytes(source, count: 3, bits: 32, isFloat: true) == [0, 0, 255])
    }

    /// A floating-point number shorter than the 32 bits of IEEE 754, in the machine's byte order.
    private static func small(_ value: Double, exponentBits: UInt32, fractionBits: UInt32) -> UInt32 {
        let float = Float(value)
        guard float != 0 else { return 0 }
        let bias = UInt32(1) << (exponentBits - 1) - 1
        let exponent = (float.bitPattern >> 23 & 255) + bias - 127
        let sign = float < 0 ? UInt32(1) << (exponentBits + fractionBits) : 0
        return sign | exponent << fractionBits | (float.bitPattern >> (23 - fractionBits)) & (1 << fractionBits - 1)
    }
}
