/// A conversion from any RGB color space to sRGB. Highlights brighter than white are compressed, as in Chromium.
struct RGBConversion {
    /// The linear light of each 8-bit value.
    private let levels: [Float]
    private let matrix: LightMatrix
    private let transfer: TransferFunction
    private let compression: HighlightCompression

    /// The conversion from BT.2020, in which highlights are compressed.
    private static let fromBT2020 = RGBPrimaries.bt2020.matrix(to: .bt709).map(LightMatrix.init)
    /// The luminance weights of the channels of BT.2020.
    private static let brightness = SIMD4<Float>(0.2627, 0.6780, 0.0593, 0)

    /// Makes a conversion; `nil` if the primaries can't form colors.
    init?(_ space: RGBColorSpace) {
        transfer = space.transfer
        compression = HighlightCompression(peak: TransferFunction.relativeToWhite(nits: space.peak))
        guard let matrix = space.primaries.matrix(to: transfer.isHighDynamicRange ? .bt2020 : .bt709) else {
            return nil
        }
        self.matrix = LightMatrix(matrix)
        levels = (0...255).map { Float(space.transfer.light(Double($0) / 255)) }
    }

    /// Converts pixels in place. The fourth byte stays unchanged.
    func apply(to row: UnsafeMutablePointer<Int32>, count: Int) {
        levels.withUnsafeBufferPointer { levels in
            for x in 0..<count {
                let bits = Int(UInt32(bitPattern: row[x]))
                var light = matrix.apply(levels[bits >> 16 & 255], levels[bits >> 8 & 255], levels[bits & 255])
                if transfer.isHighDynamicRange { light = compressed(light) }
                light *= 255
                let color =
                    SRGBCurve.byte(light.x) << 16 | SRGBCurve.byte(light.y) << 8 | SRGBCurve.byte(light.z)
                row[x] = row[x] & ~GDPixel.opaqueMask | color
            }
        }
    }

    private func compressed(_ light: SIMD4<Float>) -> SIMD4<Float> {
        var light = light
        if transfer == .hlg {
            // The display's part of the HLG curve, which amplifies bright light more than dark light (ITU-R BT.2100, table 5).
            let bright = Double(max(0, (light * Self.brightness).sum()))
            light *= Float(PowerCurve.power(bright, 0.2) * TransferFunction.hlgPeak)
        }
        light *= compression.gain(max(light.x, light.y, light.z))
        return Self.fromBT2020?.apply(light.x, light.y, light.z) ?? light
    }
}

/// The reference white tone mapping of SMPTE ST 2094-50, annex C, for a display whose maximum is white.
private struct HighlightCompression {
    private let peak: Float
    /// The value to which white is mapped.
    private let white: Float
    /// The control points of the curve above white: the middle point minus the start point, and the second difference of the points.
    private let middle: SIMD2<Float>
    private let bend: SIMD2<Float>

    /// A peak of 1 or less leaves light unchanged. The higher the peak, the darker white becomes: half as bright for 1,000 candela per
    /// square meter and more.
    init(peak: Double) {
        let headroom = PowerCurve.logarithm(max(peak, 1)) / PowerCurve.logarithm(TransferFunction.hlgPeak)
        self.peak = Float(peak)
        white = Float(1 - 0.5 * min(headroom, 1))
        let start = SIMD2(1, white)
        middle = SIMD2(0.35 + 0.65 / white, 0.35 * white + 0.65) - start
        bend = SIMD2(Float(max(peak, 1)), 1) - start - 2 * middle
    }

    /// Returns the factor for a pixel from the value of its strongest channel. The factor is constant up to white. Above white, it
    /// decreases along a parabola that ends at the peak.
    @inline(__always)
    func gain(_ strongest: Float) -> Float {
        guard strongest > 1, peak > 1 else { return white }
        let beyond = min(strongest, peak) - 1
        let position = beyond / (middle.x + (middle.x * middle.x + bend.x * beyond).squareRoot())
        return (white + position * (2 * middle.y + position * bend.y)) / strongest
    }
}

/// A matrix for the linear light of pixels.
private struct LightMatrix {
    private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    init(_ matrix: Matrix3) {
        func column(_ index: Int) -> SIMD4<Float> { SIMD4(SIMD3<Float>(matrix.columns[index]), 0) }
        columns = (column(0), column(1), column(2))
    }

    @inline(__always)
    func apply(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> { columns.0 * x + columns.1 * y + columns.2 * z }
}
