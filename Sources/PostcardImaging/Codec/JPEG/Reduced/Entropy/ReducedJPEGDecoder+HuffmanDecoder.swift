extension ReducedJPEGDecoder {
    /// Symbol-by-symbol decoding for codes too long for the lookup tables, and for what these refuse.
    struct HuffmanDecoder {
        /// For lengths 1...16, one more than the greatest code of that length, aligned to 16 bits.
        private let limits: UnsafeMutablePointer<UInt32>
        /// For lengths 1...16, what to add to a code to get its symbol's index.
        private let offsets: UnsafeMutablePointer<Int32>
        private let symbols: UnsafeMutablePointer<UInt8>

        init(_ specification: HuffmanSpecification, arena: Arena) {
            limits = arena.allocate(UInt32.self, count: 17)
            offsets = arena.allocate(Int32.self, count: 17)
            symbols = arena.allocate(UInt8.self, count: 256)
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

        /// The symbol whose code begins `window`, and the code's length; `nil` when no code fits.
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
}
