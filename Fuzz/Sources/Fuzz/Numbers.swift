/// Takes numbers off made-up bytes; when they are used up, zeros.
struct Numbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    /// Of any magnitude, small ones as likely as large ones.
    mutating func integer() -> Int {
        let count = byte() & 63
        let bits = (0..<8).reduce(0) { value, _ in value << 8 | Int(byte()) }
        return bits >> count
    }

    mutating func real() -> Double { Double(bitPattern: UInt64(bitPattern: Int64(integer()))) }
}
