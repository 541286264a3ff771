/// Skips the AC symbols of sequential blocks, several symbols per lookup.
struct ACSkipTable {
    /// The number of bits that index a table. Two tables of this size fit in a 32 KB first-level cache.
    private static let indexBits = 13
    /// Low byte: the number of bits of all symbols in the entry. High byte: the symbols' advance (see `ACSymbols`).
    private let entries: UnsafeMutablePointer<UInt16>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        // The tables for windows of 0, 1, … bits, one after another. The symbols after a window's first symbol are looked up in the table
        // for the number of remaining bits. The value of the last symbol can extend beyond the window.
        let levels = try arena.allocate(UInt16.self, count: 2 << Self.indexBits)
        for bits in 1...Self.indexBits {
            let level = levels + (1 << bits)
            specification.forEachCode { code, length, symbol in
                guard length <= bits, let advance = ACSymbols.advance(symbol) else { return }
                let total = length + Int(symbol & 15)
                let first = UInt16(advance << 8 | total)
                let spare = max(bits - total, 0)
                let rest = levels + (1 << spare)
                let start = code << (bits - length)
                for index in 0..<1 << (bits - length) {
                    let following = rest[index & (1 << spare - 1)]
                    let distance = advance + Int(following >> 8) & (ACSymbols.end - 1)
                    let isJoined = advance < ACSymbols.end && distance < 64
                    level[start + index] = isJoined ? first &+ following : first
                }
            }
        }
        entries = levels + (1 << Self.indexBits)
        for index in 0..<1 << Self.indexBits where entries[index] == 0 {
            entries[index] = UInt16(ACSymbols.none << 8)
        }
        huffman = try HuffmanDecoder(specification, arena: arena)
    }

    /// Moves the reader to the end of the block. Returns false for an invalid code or a block that is too long. `position` is the zigzag
    /// position of the next coefficient, 1...63.
    @inline(__always)
    func skipBlock(_ reader: inout BitReader, from position: Int) -> Bool {
        var position = position
        while true {
            reader.refill()
            var entry: UInt16 = 0
            var end = 0
            // Two lookups of at most 13 + 10 bits fit into the 56 bits of a refill.
            for _ in 0..<2 {
                entry = entries[reader.peek(UInt64(Self.indexBits))]
                end = position &+ Int(entry &>> 8)
                if end >= 64 { break }
                position = end
                reader.drop(UInt64(entry))
            }
            if end < 64 { continue }
            if _fastPath(ACSymbols.isComplete(end)) {
                reader.drop(UInt64(entry))
                return true
            }
            reader.refill()
            guard let (symbol, length) = huffman.symbol(reader.window), let advance = ACSymbols.advance(symbol)
            else { return false }
            reader.drop(UInt64(length &+ symbol & 15))
            position &+= advance
            if position >= 64 { return ACSymbols.isComplete(position) }
        }
    }
}
