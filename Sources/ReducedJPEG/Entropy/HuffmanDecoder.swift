/// Decodes codes one at a time, if they are too long for the lookup tables or are rejected by the tables.
struct HuffmanDecoder {
    /// For lengths 1...16, the greatest code of that length plus one, aligned to 16 bits.
    private let limits: UnsafeMutablePointer<UInt32>
    /// For lengths 1...16, the difference between a symbol's index and its code.
    private let offsets: UnsafeMutablePointer<Int32>
    private let symbols: UnsafeMutablePointer<UInt8>

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        limits = try arena.allocate(UInt32.self, count: 17)
        offsets = try arena.allocate(Int32.self, count: 17)
        symbols = try arena.allocate(UInt8.self, count: 256)
        for (index, symbol) in specification.symbols.enumerated() { symbols[index] = symbol }
        var code = 0
        var index = 0
        for length in 1...16 {
            offsets[length] = Int32(index - code)
            code += specification.counts[length - 1]
            index += specification.counts[length - 1]
            limits[length] = UInt32(code << (16 - length))
            code <<= 1
        }
    }

    /// Returns the symbol whose code is at the start of `window`, and the code's length; `nil` if no code matches.
    @inline(never)
    func symbol(_ window: UInt64) -> (symbol: UInt8, length: UInt8)? {
        let bits = UInt32(truncatingIfNeeded: window >> 48)
        for length in 1...16 where bits < limits[length] {
            let index = Int(bits >> UInt32(16 - length)) + Int(offsets[length])
            return (symbols[index & 255], UInt8(length))
        }
        return nil
    }
}
