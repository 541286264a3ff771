/// Decodes Huffman codes one at a time, for the scans of progressive files.
struct SymbolTable {
    private static let indexBits: UInt64 = 9
    /// Low byte: the number of bits in the code; 0 for a longer code. High byte: the symbol.
    private let entries: UnsafeMutablePointer<UInt16>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        let entries = try arena.allocate(UInt16.self, count: 1 << Self.indexBits)
        specification.forEachCode { code, length, symbol in
            let spare = Int(Self.indexBits) - length
            guard spare >= 0 else { return }
            (entries + (code << spare)).update(repeating: UInt16(symbol) << 8 | UInt16(length), count: 1 << spare)
        }
        self.entries = entries
        huffman = try HuffmanDecoder(specification, arena: arena)
    }

    /// Reads a symbol. Returns `nil` for an invalid code. Needs 16 bits in the window.
    @inline(__always)
    func symbol(_ reader: inout BitReader) -> Int? {
        let entry = entries[reader.peek(Self.indexBits)]
        if _fastPath(entry != 0) {
            reader.drop(UInt64(entry & 0xFF))
            return Int(entry &>> 8)
        }
        guard let (symbol, length) = huffman.symbol(reader.window) else { return nil }
        reader.drop(UInt64(length))
        return Int(symbol)
    }
}
