/// The advance in zigzag order of the AC symbols of a sequential block, in the form that the lookup tables hold.
enum ACSymbols {
    /// Added to an entry's advance when it ends the block.
    static let end = 128
    /// The advance of entries that hold no symbol: it leads from any position out of every valid range.
    static let none = 255

    /// The advance of a symbol, with `end` for the end of the block; `nil` when sequential JPEG has no
    /// such symbol (T.81, F.1.2.2.1): sizes are 1...10 for 8-bit samples.
    static func advance(_ symbol: UInt8) -> Int? {
        switch (symbol >> 4, symbol & 15) {
        case (0, 0): end
        case (15, 0): 16
        case (let run, 1...10): Int(run) + 1
        default: nil
        }
    }

    /// `true` when `position` completes a block that stood at 63 or less: either it is just behind the last coefficient, or an end
    /// of block came before that.
    @inline(__always)
    static func isComplete(_ position: Int) -> Bool {
        position == 64 || UInt(bitPattern: position &- end &- 1) < 63
    }
}

/// Skips the AC symbols of sequential blocks, several in one lookup.
struct ACSkipTable {
    /// Two tables of this many bits stay in a 32 KB first-level cache.
    private static let indexBits = 13
    /// Low byte: bits of all symbols of the entry. High byte: their advance (see `ACSymbols`).
    private let entries: UnsafeMutablePointer<UInt16>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        // The tables for windows of 0, 1, … bits one after another: what follows the first symbol of a window is
        // found in the table of as many bits as the symbol leaves over. The value of the last may lie beyond the window.
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

    /// Moves the reader behind the block; `false` for a bad code or a block that goes on too long. `position` is the
    /// zigzag position of the next coefficient, 1...63.
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

/// Decodes the AC coefficients of sequential blocks, up to two of them and the end of the block in one lookup.
struct ACValueTable {
    /// Bits looked up; longer codes go symbol by symbol.
    private static let indexBits = 11

    /// The symbols in the bits of a window. All advances count from the position before the lookup.
    private struct Entry {
        /// Bits of all symbols; 0 when the first is too long for the window.
        var bits: UInt8 = 0
        /// The advance of all symbols (see `ACSymbols`).
        var advance = UInt8(ACSymbols.none)
        /// The coefficients, and the positions one behind theirs. The second is 0 when there is only one.
        var firstAdvance: UInt8 = 1
        var secondAdvance: UInt8 = 1
        var first: Int16 = 0
        var second: Int16 = 0
    }

    /// The content of a block.
    enum BlockContent {
        /// The end of block comes first: all AC coefficients are zero.
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
            // An end of block on its own puts its zero where nothing has been put yet.
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

    /// The first symbol of a window with as many of the following as there is room for.
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

    /// Hands each coefficient up to `last` that is not zero to `store` with its zigzag position, 1...63, and perhaps
    /// some of the others; `nil` for a bad code or a block that goes on too long. A zero may be handed over, too,
    /// before what belongs to that position. `last` is the zigzag position of the last coefficient that is needed.
    /// `skip` steps over the rest of the block; it is of the same code.
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
        // Without a second coefficient, both go to the same place.
        store(Int(entry.second), position &+ Int(entry.secondAdvance) &- 1)
        store(Int(entry.first), position &+ Int(entry.firstAdvance) &- 1)
    }
}
