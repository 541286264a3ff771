/// Decodes the symbols of a band's first scan together with the coefficients that follow them.
struct BandTable {
    private static let indexBits: UInt64 = 11

    private struct Entry {
        /// The number of bits in the code and the coefficient; 0 for a longer code or a run of 16 zeros.
        var bits: UInt8 = 0
        /// The number of zeros before the coefficient, or `endOfBand` plus the number of bits in the length of an end-of-band run.
        var run: UInt8 = 0
        var value: Int16 = 0
    }

    /// A symbol of a first scan (T.81, G.1.2.2).
    enum Symbol {
        /// A coefficient after some zeros.
        case coefficient(zeros: Int, value: Int)
        /// The rest of the band is zero in this block. The following bits contain the number of further blocks whose band is zero.
        case endOfBand(runBits: Int)
        case sixteenZeros
    }

    private static let endOfBand: UInt8 = 128

    private let entries: UnsafeMutablePointer<Entry>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        let entries = try arena.allocate(Entry.self, count: 1 << Self.indexBits)
        specification.forEachCode { code, length, symbol in
            let (run, size) = (symbol >> 4, Int(symbol & 15))
            let spare = Int(Self.indexBits) - length - size
            guard spare >= 0, size <= 10, symbol != 0xF0 else { return }
            var entry = Entry(bits: UInt8(length + size), run: size > 0 ? run : Self.endOfBand | run)
            for bits in 0..<1 << size {
                entry.value = Int16(size > 0 && bits < 1 << (size - 1) ? bits + 1 - 1 << size : bits)
                (entries + (code << size | bits) << spare).update(repeating: entry, count: 1 << spare)
            }
        }
        self.entries = entries
        huffman = try HuffmanDecoder(specification, arena: arena)
    }

    /// Reads a symbol. Returns `nil` for an invalid code. Needs 26 bits in the window.
    @inline(__always)
    func symbol(_ reader: inout BitReader) -> Symbol? {
        let entry = entries[reader.peek(Self.indexBits)]
        if _fastPath(entry.bits > 0) {
            reader.drop(UInt64(entry.bits))
            return entry.run < Self.endOfBand
                ? .coefficient(zeros: Int(entry.run), value: Int(entry.value))
                : .endOfBand(runBits: Int(entry.run & 15))
        }
        guard let (symbol, length) = huffman.symbol(reader.window) else { return nil }
        reader.drop(UInt64(length))
        switch (Int(symbol >> 4), UInt64(symbol & 15)) {
        case (15, 0): return .sixteenZeros
        case (let bits, 0): return .endOfBand(runBits: bits)
        case (let zeros, let size) where size <= 10:
            return .coefficient(zeros: zeros, value: reader.takeSigned(size))
        default: return nil
        }
    }
}
