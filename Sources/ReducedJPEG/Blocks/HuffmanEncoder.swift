/// Writes a component's blocks with its two Huffman tables, and records symbols without a code.
struct HuffmanEncoder {
    let dc: CodeTable
    let ac: CodeTable
    /// The previous DC term. The next DC term is coded as the difference from this term.
    var prediction = 0

    /// Writes 64 coefficients in zigzag order (T.81, F.1.2).
    mutating func write(_ block: UnsafePointer<Int16>, to writer: inout BitWriter) {
        let term = Int(block[0])
        let difference = term &- prediction
        prediction = term
        let size = Self.size(of: difference)
        dc.put(UInt8(truncatingIfNeeded: size), value: difference, size: size, to: &writer)
        var (run, position) = (0, 1)
        while position < 64 {
            let value = Int(block[position])
            if value == 0 {
                // Most blocks end in zeros, so four aligned coefficients are tested at a time.
                let isFour =
                    position & 3 == 0
                    && UnsafeRawPointer(block + position).loadUnaligned(as: UInt64.self) == 0
                run &+= isFour ? 4 : 1
                position &+= isFour ? 4 : 1
                continue
            }
            position &+= 1
            while run > 15 {
                ac.put(0xF0, value: 0, size: 0, to: &writer)
                run &-= 16
            }
            let size = Self.size(of: value)
            ac.put(UInt8(truncatingIfNeeded: run &<< 4 | size), value: value, size: size, to: &writer)
            run = 0
        }
        if run > 0 { ac.put(0, value: 0, size: 0, to: &writer) }
    }

    /// Returns the number of bits of a value.
    @inline(__always)
    private static func size(of value: Int) -> Int {
        Int.bitWidth &- Int(bitPattern: value.magnitude).leadingZeroBitCount
    }
}
