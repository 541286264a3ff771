/// The lookup tables of a scan. Each table is built on first use.
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
