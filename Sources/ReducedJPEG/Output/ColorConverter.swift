/// Converts component samples to pixels.
struct ColorConverter {
    let model: ColorModel

    /// Converts `count` samples of each component to pixels.
    func convert(
        _ samples: [UnsafePointer<UInt8>], count: Int, to pixels: UnsafeMutablePointer<Int32>
    ) {
        switch model {
        case .grayscale:
            let luma = samples[0]
            for x in 0..<count { pixels[x] = Int32(luma[x]) &* 0x01_01_01 }
        case .rgb:
            let (red, green, blue) = (samples[0], samples[1], samples[2])
            for x in 0..<count { pixels[x] = Int32(red[x]) << 16 | Int32(green[x]) << 8 | Int32(blue[x]) }
        case .yCbCr:
            let (luma, cb, cr) = (samples[0], samples[1], samples[2])
            let vectorized = count & ~7
            for x in stride(from: 0, to: vectorized, by: 8) {
                Self.convertEight(luma + x, cb + x, cr + x, to: pixels + x)
            }
            for x in vectorized..<count {
                let (red, green, blue) = Self.rgb(luma[x], cb[x], cr[x])
                pixels[x] = red << 16 | green << 8 | blue
            }
        case .cmyk:
            for x in 0..<count {
                write(samples[0][x], samples[1][x], samples[2][x], samples[3][x], to: pixels + x)
            }
        case .ycck:
            for x in 0..<count {
                let (red, green, blue) = Self.rgb(samples[0][x], samples[1][x], samples[2][x])
                write(
                    ~UInt8(truncatingIfNeeded: red), ~UInt8(truncatingIfNeeded: green),
                    ~UInt8(truncatingIfNeeded: blue), samples[3][x], to: pixels + x)
            }
        }
    }

    /// Writes four ink values as four bytes in memory, in this order on all machines.
    @inline(__always)
    private func write(
        _ cyan: UInt8, _ magenta: UInt8, _ yellow: UInt8, _ black: UInt8, to pixel: UnsafeMutablePointer<Int32>
    ) {
        let bytes = UnsafeMutableRawPointer(pixel).assumingMemoryBound(to: UInt8.self)
        bytes[0] = cyan
        bytes[1] = magenta
        bytes[2] = yellow
        bytes[3] = black
    }

    /// Converts with ITU-R BT.601 in full range as in JFIF 1.02, in 16-bit fixed point rounded as in libjpeg.
    @inline(__always)
    private static func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (Int32, Int32, Int32) {
        let (y, cb, cr) = (Int32(y), Int32(cb) &- 128, Int32(cr) &- 128)
        let red = y &+ (91881 &* cr &+ 32768) &>> 16
        let green = y &+ (-22554 &* cb &- 46802 &* cr &+ 32768) &>> 16
        let blue = y &+ (116130 &* cb &+ 32768) &>> 16
        return (max(0, min(255, red)), max(0, min(255, green)), max(0, min(255, blue)))
    }

    /// Does the same as `rgb` for eight pixels. The factors' whole parts are applied separately, so the fractions fit into 16 bits.
    @inline(__always)
    private static func convertEight(
        _ y: UnsafePointer<UInt8>, _ cb: UnsafePointer<UInt8>, _ cr: UnsafePointer<UInt8>,
        to pixels: UnsafeMutablePointer<Int32>
    ) {
        func load(_ samples: UnsafePointer<UInt8>) -> DCTVector {
            Vectors.widen(UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self))
        }
        let middle = DCTVector(repeating: 128)
        let (y, cb, cr) = (load(y), load(cb) &- middle, load(cr) &- middle)
        let red = y &+ cr &+ Vectors.descale(Vectors.combine(cr, 91881 - 65536, cb, 0), 16)
        let green = y &- cr &+ Vectors.descale(Vectors.combine(cb, -22554, cr, 65536 - 46802), 16)
        let blue = y &+ cb &+ cb &+ Vectors.descale(Vectors.combine(cb, 116130 - 2 * 65536, cr, 0), 16)
        let highs = Vectors.widen(Vectors.clamped(red)) &<< SIMD8(repeating: 16)
        let lows = Vectors.clamped(green) &<< DCTVector(repeating: 8) | Vectors.clamped(blue)
        // The low half's top bit can be set, and widening would extend that bit upward.
        let pixel = highs | Vectors.widen(lows) & SIMD8(repeating: 0xFFFF)
        UnsafeMutableRawPointer(pixels).storeBytes(of: pixel, as: SIMD8<Int32>.self)
    }
}
