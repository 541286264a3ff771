/// From RGB light of any primaries and curve to sRGB. Light beyond white is rolled off as Chromium does it.
struct RGBConversion {
    /// Light of each number.
    private let levels: [Float]
    private let matrix: LightMatrix
    private let transfer: TransferFunction

    /// From BT.2020, in which light is rolled off.
    private static let fromBT2020 = RGBPrimaries.bt2020.matrix(to: .bt709).map(LightMatrix.init)
    /// The weights of the channels of BT.2020 in brightness.
    private static let brightness = SIMD4<Float>(0.2627, 0.6780, 0.0593, 0)

    /// `nil` when the primaries are no colours that a picture could be made of.
    init?(_ space: RGBColorSpace) {
        transfer = space.transfer
        guard let matrix = space.primaries.matrix(to: transfer.isHighDynamicRange ? .bt2020 : .bt709) else {
            return nil
        }
        self.matrix = LightMatrix(matrix)
        levels = (0...255).map { Float(space.transfer.light(Double($0) / 255)) }
    }

    /// Converts pixels in place; the fourth byte keeps its value.
    func apply(to row: UnsafeMutablePointer<Int32>, count: Int) {
        levels.withUnsafeBufferPointer { levels in
            for x in 0..<count {
                let bits = Int(UInt32(bitPattern: row[x]))
                var light = matrix.apply(levels[bits >> 16 & 255], levels[bits >> 8 & 255], levels[bits & 255])
                if transfer.isHighDynamicRange { light = rolledOff(light) }
                light *= 255
                let color =
                    SRGBCurve.byte(light.x) << 16 | SRGBCurve.byte(light.y) << 8 | SRGBCurve.byte(light.z)
                row[x] = row[x] & ~GDPixel.opaqueMask | color
            }
        }
    }

    private func rolledOff(_ light: SIMD4<Float>) -> SIMD4<Float> {
        var light = light
        if transfer == .hlg {
            // The display's part of HLG: brighter light gains contrast (ITU-R BT.2100, table 5).
            let bright = Double(max(0, (light * Self.brightness).sum()))
            light *= Float(PowerCurve.power(bright, 0.2) * TransferFunction.hlgPeak)
        }
        light *= RGBConversion.gain(max(light.x, light.y, light.z))
        return Self.fromBT2020?.apply(light.x, light.y, light.z) ?? light
    }

    /// The factor for light by its strongest channel: half up to white, then less along a parabola that reaches white
    /// at 1,000 candela per square metre. This is the reference white tone mapping of SMPTE ST 2094-50, annex C, without metadata.
    private static func gain(_ strongest: Float) -> Float {
        guard strongest > 1 else { return 0.5 }
        let peak = Float(TransferFunction.hlgPeak)
        let middle = (x: Float(0.35 + 0.65 * 2), y: Float(0.35 * 0.5 + 0.65))
        let a = 1 - 2 * middle.x + peak
        let b = 2 * middle.x - 2
        let position = (-b + (b * b - 4 * a * (1 - min(strongest, peak))).squareRoot()) / (2 * a)
        let result = 0.5 + position * (2 * middle.y - 1 + position * (0.5 - 2 * middle.y + 1))
        return result / strongest
    }
}

/// A matrix for the light of pixels.
private struct LightMatrix {
    private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    init(_ matrix: Matrix3) {
        func column(_ index: Int) -> SIMD4<Float> { SIMD4(SIMD3<Float>(matrix.columns[index]), 0) }
        columns = (column(0), column(1), column(2))
    }

    @inline(__always)
    func apply(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> { columns.0 * x + columns.1 * y + columns.2 * z }
}
