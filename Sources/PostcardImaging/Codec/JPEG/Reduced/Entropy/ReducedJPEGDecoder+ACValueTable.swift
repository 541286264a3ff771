extension ReducedJPEGDecoder {
    /// Decodes the AC coefficients of sequential blocks, run, size and value in one lookup.
    struct ACValueTable {
        /// Bits looked up; what is longer goes symbol by symbol.
        private static let indexBits = 12
        /// Low byte: bits of code and value. Second byte: how far the symbol moves (see `ACSymbols`). High half: the value.
        private let entries: UnsafeMutablePointer<UInt32>
        private let huffman: HuffmanDecoder
        /// Where in a block in raster order a zigzag position is.
        private let naturalOrder: UnsafeMutablePointer<UInt8>

        init(_ specification: HuffmanSpecification, arena: Arena) {
            let entries = arena.allocate(UInt32.self, count: 1 << Self.indexBits)
            entries.update(repeating: UInt32(ACSymbols.none << 8), count: 1 << Self.indexBits)
            specification.forEachCode { code, length, symbol in
                guard let advance = ACSymbols.advance(symbol) else { return }
                let size = Int(symbol & 15)
                let spare = Self.indexBits - length - size
                guard spare >= 0 else { return }
                for bits in 0..<1 << size {
                    let value = size > 0 && bits < 1 << (size - 1) ? bits + 1 - 1 << size : bits
                    let half = UInt32(UInt16(truncatingIfNeeded: value)) << 16
                    let entry = half | UInt32(advance << 8 | (length + size))
                    let start = (code << size | bits) << spare
                    (entries + start).update(repeating: entry, count: 1 << spare)
                }
            }
            self.entries = entries
            huffman = HuffmanDecoder(specification, arena: arena)
            naturalOrder = arena.allocate(UInt8.self, count: 64)
            for (index, position) in Zigzag.naturalOrder.enumerated() { naturalOrder[index] = position }
        }

        /// Writes the coefficients that are not zero into a block of 64 in raster order; `false` for a bad code or a block
        /// that goes on too long.
        @inline(__always)
        func readBlock(_ reader: inout BitReader, into block: UnsafeMutablePointer<Int16>) -> Bool {
            var position = 1
            while true {
                reader.refill()
                var entry: UInt32 = 0
                var end = 0
                // Four lookups of 12 bits fit into the 56 bits of a refill.
                for _ in 0..<4 {
                    entry = entries[reader.peek(UInt64(Self.indexBits))]
                    end = position &+ Int((entry &>> 8) & 0xFF)
                    if end >= 64 { break }
                    block[Int(naturalOrder[end &- 1])] = Int16(truncatingIfNeeded: entry &>> 16)
                    position = end
                    reader.drop(UInt64(entry & 0xFF))
                }
                if end < 64 { continue }
                if _fastPath(ACSymbols.isComplete(end)) {
                    reader.drop(UInt64(entry & 0xFF))
                    if end == 64 { block[63] = Int16(truncatingIfNeeded: entry &>> 16) }
                    return true
                }
                guard let next = readSymbol(&reader, into: block, from: position) else { return false }
                if next >= 64 { return true }
                position = next
            }
        }

        /// Takes one symbol; the position behind it, 64 or more when the block is complete, `nil` when it is bad.
        @inline(never)
        private func readSymbol(
            _ reader: inout BitReader, into block: UnsafeMutablePointer<Int16>, from position: Int
        ) -> Int? {
            reader.refill()
            guard let symbol = huffman.symbol(&reader), let advance = ACSymbols.advance(symbol) else { return nil }
            let end = position + advance
            guard end <= 64 else { return ACSymbols.isComplete(end) ? end : nil }
            block[Int(naturalOrder[end - 1])] = Int16(reader.takeSigned(UInt64(symbol & 15)))
            return end
        }
    }
}
