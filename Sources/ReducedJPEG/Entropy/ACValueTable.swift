/// Decodes the AC coefficients of sequential blocks: each lookup decodes up to two coefficients and the end of the block.
struct ACValueTable {
    /// The number of bits in a lookup. Longer codes are decoded symbol by symbol.
    private static let indexBits = 11

    /// The symbols that a window's bits contain. All advances are relative to the position before the lookup.
    private struct Entry {
        /// The number of bits of all symbols; 0 if the first symbol is too long for the window.
        var bits: UInt8 = 0
        /// The advance of all symbols (see `ACSymbols`).
        var advance = UInt8(ACSymbols.none)
        /// The coefficients, and the positions after them. If there is only one coefficient, the second is 0.
        var firstAdvance: UInt8 = 1
        var secondAdvance: UInt8 = 1
        var first: Int16 = 0
        var second: Int16 = 0
    }

    /// The content of a block.
    enum BlockContent {
        /// The block starts with the end of block: all AC coefficients are zero.
        case nothing
        case coefficients
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        let singles = try arena.allocate(Entry.self, count: 1 << Self.indexBits)
        singles.update(repeating: Entry(), count: 1 << Self.indexBits)
        specification.forEachCode { code, length, symbol in
            guard let advance = ACSymbols.advance(symbol) else { return }
            let size = Int(symbol & 15)
            let spare = Self.indexBits - length - size
            guard spare >= 0 else { return }
            // For an end of block without coefficients, a zero is stored at a position that has no value yet.
            let place = UInt8(max(advance & (ACSymbols.end - 1), 1))
            var entry = Entry(
                bits: UInt8(length + size), advance: UInt8(advance), firstAdvance: place, secondAdvance: place)
            for bits in 0..<1 << size {
                entry.first = Int16(size > 0 && bits < 1 << (size - 1) ? bits + 1 - 1 << size : bits)
                (singles + (code << size | bits) << spare).update(repeating: entry, count: 1 << spare)
            }
        }
        entries = try arena.allocate(Entry.self, count: 1 << Self.indexBits)
        for index in 0..<1 << Self.indexBits {
            entries[index] = Self.joined(singles, index)
        }
        huffman = try HuffmanDecoder(specification, arena: arena)
    }

    /// Returns the first symbol in a window, and as many of the following symbols as fit.
    private static func joined(_ singles: UnsafeMutablePointer<Entry>, _ window: Int) -> Entry {
        var entry = singles[window]
        var hasSecond = false
        while entry.bits > 0, entry.advance < ACSymbols.end {
            let next = singles[window << Int(entry.bits) & (1 << indexBits - 1)]
            let advance = Int(entry.advance) + Int(next.advance) & (ACSymbols.end - 1)
            guard next.bits > 0, Int(entry.bits + next.bits) <= indexBits, advance < 64 else { break }
            if next.advance < ACSymbols.end {
                if hasSecond { break }
                hasSecond = true
                entry.second = next.first
                entry.secondAdvance = UInt8(advance)
            }
            entry.bits += next.bits
            entry.advance += next.advance
        }
        return entry
    }

    /// Calls `store` for each nonzero coefficient up to `last` with its zigzag position, 1...63, and possibly for some other coefficients.
    /// Returns `nil` for an invalid code or a block that is too long. A zero can be stored at a position before the position's actual
    /// value. `last` is the zigzag position of the last coefficient that the result needs. `skip`, the skip table for the same code, skips
    /// the rest of the block.
    @inline(__always)
    func readBlock(
        _ reader: inout BitReader, through last: Int, skip: ACSkipTable?,
        store: (_ value: Int, _ position: Int) -> Void
    ) -> BlockContent? {
        var position = 1
        while true {
            reader.refill()
            var entry = Entry()
            var end = 0
            // Five lookups of 11 bits fit into the 56 bits of a refill.
            for _ in 0..<5 {
                entry = entries[reader.peek(UInt64(Self.indexBits))]
                end = position &+ Int(entry.advance)
                if end >= 64 { break }
                Self.store(entry, position, store)
                position = end
                reader.drop(UInt64(entry.bits))
                if position > last, let skip {
                    return skip.skipBlock(&reader, from: position) ? .coefficients : nil
                }
            }
            if end < 64 { continue }
            if _fastPath(ACSymbols.isComplete(end)) {
                Self.store(entry, position, store)
                reader.drop(UInt64(entry.bits))
                return end == ACSymbols.end + 1 ? .nothing : .coefficients
            }
            reader.refill()
            guard let (symbol, length) = huffman.symbol(reader.window), let advance = ACSymbols.advance(symbol)
            else { return nil }
            reader.drop(UInt64(length))
            position &+= advance
            if position > 64 { return ACSymbols.isComplete(position) ? .coefficients : nil }
            store(reader.takeSigned(UInt64(symbol & 15)), position &- 1)
            if position == 64 { return .coefficients }
        }
    }

    @inline(__always)
    private static func store(_ entry: Entry, _ position: Int, _ store: (_ value: Int, _ position: Int) -> Void) {
        // If there is no second coefficient, both values are stored at the same position.
        store(Int(entry.second), position &+ Int(entry.secondAdvance) &- 1)
        store(Int(entry.first), position &+ Int(entry.firstAdvance) &- 1)
    }
}
