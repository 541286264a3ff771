/// Converts results of the inverse DCT to samples as libjpeg does: level shift by 128, clamp to 0...255.
enum SampleRange {
    /// Returns the sample for `value`, which is relative to middle gray.
    @inline(__always)
    static func sample(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
    }
}
