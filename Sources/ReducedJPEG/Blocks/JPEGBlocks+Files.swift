extension JPEGBlocks {
    /// A part of the picture that was coded by itself, with the same sampling and quantization tables.
    package struct Part {
        let blocks: JPEGBlocks
        /// The place of its first MCU in the whole picture.
        let column: Int
        let row: Int

        package init(_ blocks: JPEGBlocks, column: Int, row: Int) {
            self.blocks = blocks
            self.column = column
            self.row = row
        }
    }

    /// Pixels of an MCU.
    package var mcuSize: (width: Int, height: Int) { (8 * mcuCells.width, 8 * mcuCells.height) }

    /// A file of a part of the picture, in pixels, with the same coefficients; `nil` where an edge is neither between MCUs nor the
    /// picture's own: no pixels beyond it may be left in the file.
    package func file(
        x: Int, y: Int, width: Int, height: Int, exif: [UInt8]
    ) throws(ReducedJPEGError) -> [UInt8]? {
        let mcu = mcuSize
        let (right, bottom) = (x + width, y + height)
        guard x.isMultiple(of: mcu.width), y.isMultiple(of: mcu.height),
            right == file.width || right.isMultiple(of: mcu.width),
            bottom == file.height || bottom.isMultiple(of: mcu.height)
        else { return nil }
        return try file(
            columns: x / mcu.width..<(right + mcu.width - 1) / mcu.width,
            rows: y / mcu.height..<(bottom + mcu.height - 1) / mcu.height, exif: exif)
    }

    /// A file of some MCUs: that part of the picture, with the same coefficients.
    package func file(
        columns: Range<Int>, rows: Range<Int>, exif: [UInt8] = []
    ) throws(ReducedJPEGError) -> [UInt8] {
        let width = min(file.width, columns.upperBound * mcuSize.width) - columns.lowerBound * mcuSize.width
        let height = min(file.height, rows.upperBound * mcuSize.height) - rows.lowerBound * mcuSize.height
        return try write(
            JPEGHeader(width: width, height: height, restartInterval: 0, exif: exif), capacity: 1 << 16
        ) { data throws(ReducedJPEGError) in
            for row in rows {
                let first = row * self.columns
                try data.copy(first + columns.lowerBound..<first + columns.upperBound)
            }
        }
    }

    /// The file with some blocks of `parts`, which lie below each other.
    ///
    /// - Parameters:
    ///   - parts: from top to bottom.
    ///   - exif: the EXIF data that the file gets, up to 65,527 bytes; none when empty.
    ///   - isReplaced: tells of 8 × 8 pixels of the picture, by column and row, whether blocks that show them are taken from the part.
    /// - Throws: `ReducedJPEGError` where the Huffman tables have no room for codes that the parts need.
    package func file(
        replacing parts: [Part], exif: [UInt8], isReplaced: (_ column: Int, _ row: Int) -> Bool
    ) throws(ReducedJPEGError) -> [UInt8] {
        try write(
            JPEGHeader(width: file.width, height: file.height, restartInterval: restartInterval, exif: exif),
            capacity: file.markers.bytes.count + 1 << 16
        ) { data throws(ReducedJPEGError) in
            var next = 0
            for part in parts {
                for row in 0..<part.blocks.rows {
                    for column in 0..<part.blocks.columns {
                        let mcu = (part.row + row) * columns + part.column + column
                        let replaced = replacedBlocks(of: mcu, isReplaced)
                        guard replaced != 0 else { continue }
                        try data.copy(next..<mcu)
                        try data.write(mcu, replacing: replaced, from: part.blocks, row * part.blocks.columns + column)
                        next = mcu + 1
                    }
                }
            }
            try data.copy(next..<mcuCount)
        }
    }

    /// One bit for each block of an MCU that shows replaced pixels, the lowest for the first.
    private func replacedBlocks(of mcu: Int, _ isReplaced: (_ column: Int, _ row: Int) -> Bool) -> Int {
        let (row, column) = mcu.quotientAndRemainder(dividingBy: columns)
        let (across, down) = mcuCells
        var cells = 0
        for y in 0..<down {
            for x in 0..<across where isReplaced(column * across + x, row * down + y) { cells |= 1 << (4 * y + x) }
        }
        guard cells != 0 else { return 0 }
        var blocks = 0
        var index = 0
        for component in components {
            let width = across / component.mcuWidth
            let height = down / component.mcuHeight
            for y in 0..<component.mcuHeight {
                for x in 0..<component.mcuWidth {
                    let shown = (0..<height).contains { line in
                        cells >> (4 * (y * height + line) + x * width) & (1 << width - 1) != 0
                    }
                    if shown { blocks |= 1 << index }
                    index += 1
                }
            }
        }
        return blocks
    }

    /// Writes a file; a second time, with more codes, when the tables lack some that the first found necessary.
    private func write(
        _ header: JPEGHeader, capacity: Int, body: (inout MCUWriter) throws(ReducedJPEGError) -> Void
    ) throws(ReducedJPEGError) -> [UInt8] {
        var tables = try JPEGTables(file)
        while true {
            var data = try MCUWriter(self, header, tables, capacity: capacity)
            try body(&data)
            guard tables.lack else { return try data.finish() }
            tables = try tables.completed()
        }
    }
}

/// The Huffman tables of a file that is written.
struct JPEGTables {
    /// By number, each with what it is for.
    private(set) var dc: [Int: (specification: HuffmanSpecification, codes: CodeTable)] = [:]
    private(set) var ac: [Int: (specification: HuffmanSpecification, codes: CodeTable)] = [:]

    init(_ file: ReducedJPEGDecoder) throws(ReducedJPEGError) {
        for component in file.scan.components {
            guard let first = file.markers.dcTables[component.dcTable],
                let others = file.markers.acTables[component.acTable]
            else { throw .damaged("A Huffman table is missing.") }
            dc[component.dcTable] = (first, CodeTable(first))
            ac[component.acTable] = (others, CodeTable(others))
        }
    }

    /// `true` if a code was needed that there is none of.
    var lack: Bool { (Array(dc.values) + Array(ac.values)).contains { !$0.codes.missing.isEmpty } }

    /// The tables with the codes that were missing.
    func completed() throws(ReducedJPEGError) -> JPEGTables {
        var tables = self
        for (number, table) in dc { tables.dc[number] = try Self.completed(table) }
        for (number, table) in ac { tables.ac[number] = try Self.completed(table) }
        return tables
    }

    private static func completed(
        _ table: (specification: HuffmanSpecification, codes: CodeTable)
    ) throws(ReducedJPEGError) -> (specification: HuffmanSpecification, codes: CodeTable) {
        guard let more = table.specification.adding(table.codes.missing) else {
            throw .unsupported("A Huffman table has no room for more codes.")
        }
        return (more, CodeTable(more))
    }
}
