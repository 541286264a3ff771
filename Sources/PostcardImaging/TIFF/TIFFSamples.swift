import CCodecs

/// The samples of a TIFF row, of any depth, converted to bytes.
///
/// Signed numbers of more than 8 bits are shifted so that the lowest is black. Floating-point numbers are linear light from 0 to 1, as in
/// Photoshop and libvips, unless the file has a profile that defines them.
struct TIFFSamples {
    let bits: Int
    let isSigned: Bool
    let isFloat: Bool
    /// True if floating-point numbers are converted from linear light to sRGB.
    let isLinear: Bool
    /// True if numbers are palette indices, which are not scaled to 0 to 255.
    let isIndex: Bool

    /// True if the samples are already bytes.
    var areBytes: Bool { bits == 8 && !isFloat }

    /// Converts `count` contiguous samples.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, count: Int) {
        if isFloat {
            for index in 0..<count { target[index] = byte(of: float(source, index)) }
            return
        }
        guard bits == 16 else {
            convertBits(source, to: target, count: count)
            return
        }
        let flip: UInt16 = isSigned ? 0x8000 : 0
        for index in 0..<count {
            target[index] = Self.byte(
                UInt32(source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) ^ flip))
        }
    }

    private func convertBits(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, count: Int) {
        let flip: UInt32 = isSigned ? 1 << UInt32(bits - 1) : 0
        let highest = bits < 16 ? UInt32(1) << UInt32(bits) - 1 : 0
        for index in 0..<count {
            let value = integer(source, index) ^ flip
            target[index] =
                if isIndex {
                    UInt8(truncatingIfNeeded: value)
                } else if bits < 16 {
                    UInt8((value * 255 + highest / 2) / highest)
                } else {
                    Self.byte(value >> UInt32(bits - 16))
                }
        }
    }

    /// Converts a value in 0...65,535 to 0...255, rounded.
    private static func byte(_ value: UInt32) -> UInt8 { UInt8((value + 128) / 257) }

    private func integer(_ source: UnsafeRawPointer, _ index: Int) -> UInt32 {
        switch bits {
        case 32: return source.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        case 24: return triple(source, index)
        default:
            var value: UInt32 = 0
            var bit = index * bits
            var left = bits
            while left > 0 {
                let taken = min(left, 8 - bit & 7)
                let byte = UInt32(source.load(fromByteOffset: bit >> 3, as: UInt8.self))
                let part = byte >> UInt32(8 - bit & 7 - taken) & (1 << UInt32(taken) - 1)
                value = value << UInt32(taken) | part
                bit += taken
                left -= taken
            }
            return value
        }
    }

    /// Reads three bytes in the machine's byte order.
    private func triple(_ source: UnsafeRawPointer, _ index: Int) -> UInt32 {
        let bytes = (0..<3).map { UInt32(source.load(fromByteOffset: 3 * index + $0, as: UInt8.self)) }
        return UInt32(1).littleEndian == 1
            ? bytes[0] | bytes[1] << 8 | bytes[2] << 16 : bytes[2] | bytes[1] << 8 | bytes[0] << 16
    }

    private func float(_ source: UnsafeRawPointer, _ index: Int) -> Float {
        switch bits {
        case 16: Self.half(source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        // Adobe's format: a sign, 7 bits of exponent with a bias of 63, and 16 bits of fraction.
        case 24: Self.small(triple(source, index), exponentBits: 7, fractionBits: 16)
        case 32: source.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
        default: Float(source.loadUnaligned(fromByteOffset: 8 * index, as: Double.self))
        }
    }

    private static func half(_ value: UInt16) -> Float { small(UInt32(value), exponentBits: 5, fractionBits: 10) }

    /// Reads an IEEE 754 number with fewer bits. Infinities become very large numbers.
    private static func small(_ value: UInt32, exponentBits: UInt32, fractionBits: UInt32) -> Float {
        let exponent = value >> fractionBits & (1 << exponentBits - 1)
        let fraction = value & (1 << fractionBits - 1)
        if value >> (exponentBits + fractionBits) & 1 == 1 || exponent == 0 { return 0 }
        let bias = UInt32(1) << (exponentBits - 1) - 1
        return Float(bitPattern: (exponent + 127 - bias) << 23 | fraction << (23 - fractionBits))
    }

    /// Converts a value to a byte. NaN becomes black.
    private func byte(of value: Float) -> UInt8 {
        let level = value > 0 ? min(value, 1) * 255 : 0
        return UInt8(isLinear ? Float(SRGBCurve.byte(level)) : level + 0.5)
    }
}
