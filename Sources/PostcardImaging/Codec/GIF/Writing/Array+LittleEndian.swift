extension [UInt8] {
    /// Appends the lower 16 bits.
    mutating func appendLittleEndian(_ value: Int) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }
}
