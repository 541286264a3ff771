/// A Huffman table, with its codes indexed by symbol.
final class CodeTable {
    let specification: HuffmanSpecification
    /// For each symbol, the code length in the lowest byte, and the code above that byte; 0 for a symbol without a code.
    private let entries: [UInt32]
    /// The symbols that were needed but have no code.
    private(set) var missing: Set<UInt8> = []

    init(_ specification: HuffmanSpecification) {
        self.specification = specification
        var entries = [UInt32](repeating: 0, count: 256)
        specification.forEachCode { code, length, symbol in entries[Int(symbol)] = UInt32(code << 8 | length) }
        self.entries = entries
    }

    @inline(__always)
    func put(_ symbol: UInt8, value: Int, size: Int, to writer: inout BitWriter) {
        let entry = entries[Int(symbol)]
        guard entry != 0 else {
            missing.insert(symbol)
            return
        }
        // A negative value is coded as the bits of the value minus one.
        let bits = UInt64(truncatingIfNeeded: value &+ (value &>> (Int.bitWidth - 1))) & (1 &<< UInt64(size) &- 1)
        writer.put(UInt64(entry &>> 8) &<< UInt64(size) | bits, size: Int(entry & 0xFF) &+ size)
    }
    /// Returns the table with 16-bit codes for the missing symbols. Existing codes are unchanged.
    func completed() throws(ReducedJPEGError) -> CodeTable {
        var counts = specification.counts
        let used = counts.enumerated().reduce(0) { $0 + $1.element << (15 - $1.offset) }
        counts[15] += missing.count
        // A code must not consist only of ones (T.81, C).
        guard used + missing.count < 1 << 16, counts[15] < 256, counts.reduce(0, +) <= 256 else {
            throw .unsupported("A Huffman table would have too many codes.")
        }
        return CodeTable(HuffmanSpecification(counts: counts, symbols: specification.symbols + missing.sorted()))
    }
}
