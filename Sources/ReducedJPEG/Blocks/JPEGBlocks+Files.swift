extension JPEGBlocks {
    /// A separately coded part of the picture that has the same sampling and quantization tables, and the position of the part's first MCU
    /// in the whole picture.
    package typealias Part = (blocks: JPEGBlocks, column: Int, row: Int)

    /// The size of an MCU in pixels.
    package var mcuSize: (width: Int, height: Int) { (8 * mcuCells.width, 8 * mcuCells.height) }

    /// Returns a file that contains a part of the picture, with unchanged coefficients. The part is in pixels. `nil` if an edge of the part
    /// is neither at an MCU boundary nor at an edge of the picture, because pixels outside the part would stay in the file.
    package func file(
        x: Int, y: Int, width: Int, height: Int, exif: [UInt8] = []
    ) throws(ReducedJPEGError) -> [UInt8]? {
        let mcu = mcuSize
        let (right, bottom) = (x + width, y + height)
        guard x.isMultiple(of: mcu.width), y.isMultiple(of: mcu.height),
            right == file.width || right.isMultiple(of: mcu.width),
            bottom == file.height || bottom.isMultiple(of: mcu.height)
        else { return nil }
        return try write(
            JPEGHeader(width: width, height: height, restartInterval: 0, exif: exif), capacity: 1 << 16
        ) { data throws(ReducedJPEGError) in
            for row in y / mcu.height..<bottom.dividedRoundingUp(by: mcu.height) {
                let first = row * columns
                try data.copy(first + x / mcu.width..<first + right.dividedRoundingUp(by: mcu.width))
            }
        }
    }

    /// Returns the file with some blocks replaced by those of `parts`, which must not overlap vertically.
    ///
    /// - Parameters:
    ///   - parts: the parts from top to bottom.
    ///   - exif: the EXIF data of the new file, up to 65,527 bytes; empty for none.
    ///   - xmp: the XMP packet of the new file, up to 65,504 bytes; empty for none.
    ///   - isReplaced: returns true if the blocks in the given columns and rows of 8 × 8 pixel cells are taken from the part.
    /// - Throws: `ReducedJPEGError` if the Huffman tables can't have all codes that the parts need.
    package func file(
        replacing parts: [Part], exif: [UInt8], xmp: [UInt8] = [],
        isReplaced: (_ columns: Range<Int>, _ rows: Range<Int>) -> Bool
    ) throws(ReducedJPEGError) -> [UInt8] {
        try write(
            JPEGHeader(width: file.width, height: file.height, restartInterval: restartInterval, exif: exif, xmp: xmp),
            capacity: fileByteCount + 1 << 16
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

    /// Returns a mask of an MCU's blocks that cover replaced cells. The lowest bit is for the first block.
    private func replacedBlocks(
        of mcu: Int, _ isReplaced: (_ columns: Range<Int>, _ rows: Range<Int>) -> Bool
    ) -> Int {
        let (row, column) = mcu.quotientAndRemainder(dividingBy: columns)
        var (blocks, index) = (0, 0)
        for component in components {
            // The number of cells that a block covers, horizontally and vertically.
            let (width, height) = (mcuCells.width / component.mcuWidth, mcuCells.height / component.mcuHeight)
            for y in 0..<component.mcuHeight {
                let top = row * mcuCells.height + y * height
                for x in 0..<component.mcuWidth {
                    let left = column * mcuCells.width + x * width
                    if isReplaced(left..<left + width, top..<top + height) { blocks |= 1 << index }
                    index += 1
                }
            }
        }
        return blocks
    }

    /// Writes a file. If the tables lack codes, the scan is written again with these codes.
    private func write(
        _ header: JPEGHeader, capacity: Int, body: (inout MCUWriter) throws(ReducedJPEGError) -> Void
    ) throws(ReducedJPEGError) -> [UInt8] {
        var tables = try codeTables()
        while true {
            var data = try MCUWriter(self, header, tables, capacity: capacity)
            try body(&data)
            if tables.values.allSatisfy(\.missing.isEmpty) { return try data.finish() }
            for (number, table) in tables { tables[number] = try table.completed() }
        }
    }

    /// Returns the scan's Huffman tables by number. The numbers of AC tables are increased by 16, as in T.81, B.2.4.2.
    private func codeTables() throws(ReducedJPEGError) -> [Int: CodeTable] {
        var tables: [Int: CodeTable] = [:]
        for component in file.scan.components {
            guard let dc = file.markers.dcTables[component.dcTable], let ac = file.markers.acTables[component.acTable]
            else { throw .damaged("A Huffman table is missing.") }
            tables[component.dcTable] = CodeTable(dc)
            tables[0x10 | component.acTable] = CodeTable(ac)
        }
        return tables
    }
}
