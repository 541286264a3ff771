/// A sequence parameter set of HEVC (ITU-T H.265, section 7.3.2.2), as far as a decoder takes memory for it.
struct HEVCSequenceHeader {
    /// The size of the coded picture.
    let size: PixelSize
    /// `true` if its numbers agree with each other (section 7.4.3.2.1). libde265 prints a line on standard error where they
    /// do not, and decodes nothing.
    let isSound: Bool

    /// It has no more bytes up to what is read here.
    private static let maximumBytes = 512

    /// `nil` for a unit of another kind.
    ///
    /// - Parameter unit: with its header of two bytes.
    init?(_ unit: [UInt8]) {
        guard unit.count > 2, unit[0] >> 1 & 63 == 33 else { return nil }
        var bits = CodedBits(HEVCSequenceHeader.payload(of: unit.dropFirst(2).prefix(Self.maximumBytes)))
        bits.skip(4)
        let layers = bits.number(3)
        bits.skip(1 + 96)
        let parts = (0..<layers).map { _ in (profile: bits.flag(), level: bits.flag()) }
        if layers > 0 { bits.skip(2 * (8 - layers)) }
        for part in parts { bits.skip((part.profile ? 88 : 0) + (part.level ? 8 : 0)) }
        _ = bits.exponential()
        if bits.exponential() == 3 { bits.skip(1) }
        size = PixelSize(width: bits.exponential(), height: bits.exponential())
        if bits.flag() { for _ in 0..<4 { _ = bits.exponential() } }
        let depths = [bits.exponential(), bits.exponential()]
        _ = bits.exponential()
        for _ in (bits.flag() ? 0 : layers)...layers { for _ in 0..<3 { _ = bits.exponential() } }
        let coding = (least: bits.exponential() + 3, range: bits.exponential())
        let transform = (least: bits.exponential() + 2, range: bits.exponential())
        let hierarchies = [bits.exponential(), bits.exponential()]
        let tree = coding.least + coding.range
        // Coding blocks are 8 to 64 samples wide, transform blocks 4 to 32.
        isSound =
            depths.allSatisfy { $0 <= 8 } && tree <= 6 && transform.least + transform.range <= min(tree, 5)
            && [size.width, size.height].allSatisfy { $0 > 0 && $0 % (1 << coding.least) == 0 }
            && hierarchies.allSatisfy { $0 <= tree - transform.least }
    }

    /// A 3 behind two zeros keeps the coded bytes from looking like a start code.
    private static func payload(of coded: ArraySlice<UInt8>) -> [UInt8] {
        var payload: [UInt8] = []
        var zeros = 0
        for byte in coded {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }
}
