/// Conversions between sRGB values and linear light (IEC 61966-2-1), as tables.
enum SRGBCurve {
    /// The linear light of the sRGB values 0 to 255, on a scale from 0 to 255.
    static let levels: [Float] = (0...255).map { Float(TransferFunction.sRGB.light(Double($0) / 255) * 255) }

    private static let steps = 65_535

    /// The sRGB values of linear light in 65,535 steps. The closest two of the 256 sRGB levels are 19 steps apart.
    static let bytes: [UInt8] = {
        var bytes = [UInt8](repeating: 255, count: steps + 1)
        var position = 0
        for level in 0..<255 {
            let boundary = TransferFunction.sRGB.light((Double(level) + 0.5) / 255) * Double(steps)
            while Double(position) < boundary {
                bytes[position] = UInt8(level)
                position += 1
            }
        }
        return bytes
    }()

    /// Returns the sRGB value of linear light from 0 to 255.
    @inline(__always)
    static func byte(_ light: Float) -> Int32 {
        Int32(bytes[Int(min(max(light, 0), 255) * (Float(steps) / 255) + 0.5)])
    }
}
