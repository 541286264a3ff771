/// A Huffman table as the file gives it (T.81, B.2.4.2): the number of codes of each length, and the symbols in their order.
struct HuffmanSpecification: Equatable {
    /// Codes of 1...16 bits.
    let counts: [Int]
    let symbols: [UInt8]

    var length: Int { 16 + symbols.count }
}

extension HuffmanSpecification {
    /// Reads one table from the front of `bytes`; `length` is what it took.
    init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        guard bytes.count >= 16 else { throw .damaged("A Huffman table is cut short.") }
        counts = bytes[0..<16].map { Int($0) }
        let total = counts.reduce(0, +)
        guard total <= 256, bytes.count >= 16 + total else { throw .damaged("A Huffman table is cut short.") }
        symbols = Array(bytes[16..<16 + total])
        var code = 0
        for (index, count) in counts.enumerated() {
            code = (code << 1) + count
            guard code <= 1 << (index + 1) else { throw .damaged("A Huffman table has too many codes.") }
        }
    }

    /// Calls `body` with each code, its length in bits and its symbol, in ascending order of codes.
    func forEachCode(_ body: (_ code: Int, _ length: Int, _ symbol: UInt8) -> Void) {
        var code = 0
        var index = 0
        for length in 1...16 {
            for _ in 0..<counts[length - 1] {
                body(code, length, symbols[index])
                code += 1
                index += 1
            }
            code <<= 1
        }
    }
}

/// Decodes one symbol at a time: codes that are too long for the lookup tables or that these refuse.
struct HuffmanDecoder {
    /// For lengths 1...16, one more than the greatest code of that length, aligned to 16 bits.
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

/// Looks up a DC difference's Huffman code and size at once.
struct DCTable {
    /// Bits looked up; longer codes go through `huffman`.
    private static let indexBits: UInt64 = 10
    /// Low byte: bits of code and difference together, 0 for a longer code. High byte: bits of the difference.
    private let entries: UnsafeMutablePointer<UInt16>
    private let huffman: HuffmanDecoder

    init(_ specification: HuffmanSpecification, arena: Arena) throws(ReducedJPEGError) {
        // Differences of 8-bit samples have at most 11 bits (T.81, table F.1).
        guard specification.symbols.allSatisfy({ $0 <= 11 }) else {
            throw .unsupported("A table for DC differences of more than 11 bits.")
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

    /// Takes a difference of two DC terms; `nil` for a bad code. Needs 27 bits in the window.
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

/// The lookup tables of a scan, each built once, when first asked for.
struct TableSet {
    private let markers: MarkerReader
    let arena: Arena
    private var dcTables: [Int: DCTable] = [:]
    private var skipTables: [Int: ACSkipTable] = [:]
    private var valueTables: [Int: ACValueTable] = [:]

    init(_ markers: MarkerReader, arena: Arena) {
        self.markers = markers
        self.arena = arena
    }

    mutating func dc(_ number: Int) throws(ReducedJPEGError) -> DCTable {
        if let table = dcTables[number] { return table }
        guard let specification = markers.dcTables[number] else { throw .damaged("A Huffman table is missing.") }
        let table = try DCTable(specification, arena: arena)
        dcTables[number] = table
        return table
    }

    mutating func skip(_ number: Int) throws(ReducedJPEGError) -> ACSkipTable {
        if let table = skipTables[number] { return table }
        guard let specification = markers.acTables[number] else { throw .damaged("A Huffman table is missing.") }
        let table = try ACSkipTable(specification, arena: arena)
        skipTables[number] = table
        return table
    }

    mutating func values(_ number: Int) throws(ReducedJPEGError) -> ACValueTable {
        if let table = valueTables[number] { return table }
        guard let specification = markers.acTables[number] else { throw .damaged("A Huffman table is missing.") }
        let table = try ACValueTable(specification, arena: arena)
        valueTables[number] = table
        return table
    }

    func band(_ number: Int) throws(ReducedJPEGError) -> BandTable {
        guard let specification = markers.acTables[number] else { throw .damaged("A Huffman table is missing.") }
        return try BandTable(specification, arena: arena)
    }

    func symbols(_ number: Int) throws(ReducedJPEGError) -> SymbolTable {
        guard let specification = markers.acTables[number] else { throw .damaged("A Huffman table is missing.") }
        return try SymbolTable(specification, arena: arena)
    }
}
