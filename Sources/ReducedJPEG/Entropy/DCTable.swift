/// Decodes a DC difference's Huffman code and size in one lookup.
struct DCTable {
    /// The number of bits in a lookup. Longer codes are decoded by `huffman`.
    private static let indexBits: UInt64 = 10
    /// Low byte: the total number of bits in the code and the difference; 0 for a longer code. High byte: the number of bits in the
    /// difference.
    private let entries: UnsafeMutablePointer<UInt16>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        // DC differences for 8-bit samples have at most 11 bits (T.81, table F.1).
        guard specification.symbols.allSatisfy({ $0 <= 11 }) else {
            throw .unsupported("A table has DC differences of more than 11 bits.")
        }
        let entries = try arena.allocate(UInt16.self, count: 1 << Self.indexBits)
        specification.forEachCode { code, length, symbol in
            let spare = Int(Self.indexBits) - length
            guard spare >= 0 else { return }
            let entry = UInt16(symbol) << 8 | UInt16(length + Int(symbol))
            for index in code << spare..<(code + 1) << spare { entries[index] = entry }
        }
        self.entries = entries
        huffman = try HuffmanDecoder(specification, arena: arena)
    }

    /// Reads the difference between two DC terms. Returns `nil` for an invalid code. Needs 27 bits in the window.
    @inline(__always)
    func difference(_ reader: inout BitReader) -> Int? {
        let entry = entries[reader.peek(Self.indexBits)]
        if _slowPath(entry == 0) {
            guard let (size, length) = huffman.symbol(reader.window) else { return nil }
            reader.drop(UInt64(length))
            return reader.takeSigned(UInt64(size))
        }
        let total = UInt64(entry & 0xFF)
        let size = UInt64(entry &>> 8)
        let bits = reader.window &<< (total &- size)
        let value = Int(truncatingIfNeeded: (bits &>> 1) &>> (63 &- size))
        let isPositive = Int(truncatingIfNeeded: bits &>> 63)
        reader.drop(total)
        return value &+ ((isPositive &- 1) & (1 &- (1 &<< Int(truncatingIfNeeded: size))))
    }
}
