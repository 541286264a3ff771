/// Collects in memory the coefficients of a progressive file, or of a sequential file with several scans. Scans that the result does not
/// need are skipped.
struct BufferedDecoder: MCURowDecoder {
    private let frame: Frame
    private let layouts: [ComponentLayout]
    private let stores: [CoefficientStore]
    private let transforms: [BlockTransform]
    private let windows: [SampleWindow]
    private let source: ByteSource

    /// Reads all scans. `markers` must be after the header of the first scan.
    init(
        _ first: Scan, markers: MarkerReader, frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow],
        arena: Arena, isCanceled: () -> Bool
    ) throws(ReducedJPEGError) {
        self.frame = frame
        self.layouts = layouts
        self.windows = windows
        stores = try layouts.map { (layout) throws(ReducedJPEGError) in
            try CoefficientStore(layout, isProgressive: frame.isProgressive, arena: arena)
        }
        transforms = try layouts.map { (layout) throws(ReducedJPEGError) in
            try BlockTransform(quantization: layout.quantization, weights: layout.detailWeights, arena: arena)
        }
        source = try ByteSource(markers.bytes, from: 0, arena: arena)
        try readScans(first, markers, isCanceled)
    }

    func finish() throws(ReducedJPEGError) {}

    private func readScans(
        _ first: Scan, _ markers: MarkerReader, _ isCanceled: () -> Bool
    ) throws(ReducedJPEGError) {
        var markers = markers
        var progress = ScanProgress(componentCount: frame.components.count)
        var scan = first
        while true {
            if isCanceled() { throw .canceled }
            try progress.add(scan)
            if isNeeded(scan) {
                markers.position = try read(scan, markers)
            } else {
                guard scan.components.allSatisfy({ markers.acTables[$0.acTable] != nil }) else {
                    throw .damaged("A Huffman table is missing.")
                }
                try markers.skipEntropyCodedData()
            }
            guard case .scan(let next) = try markers.next() else { break }
            scan = next
        }
        guard progress.isComplete else { throw .damaged("Part of the picture is missing from the file.") }
    }

    func decodeMCURow(_ mcuRow: Int) throws(ReducedJPEGError) {
        for (index, window) in windows.enumerated() {
            let layout = layouts[index]
            for row in 0..<layout.mcuHeight {
                let blockRow = mcuRow * layout.mcuHeight + row
                let output = window.row(blockRow * layout.blockSide)
                guard
                    stores[index].transformRow(
                        blockRow, with: transforms[index], to: output, rowStride: window.stride)
                else { throw .damaged("Coefficients are out of range.") }
            }
        }
    }

    private func isNeeded(_ scan: Scan) -> Bool {
        scan.spectralStart == 0 || scan.components.contains { layouts[$0.index].blockSide > 1 }
    }

    /// Reads a scan into the stores.
    ///
    /// - Returns: the position of the marker after the scan.
    private func read(_ scan: Scan, _ markers: MarkerReader) throws(ReducedJPEGError) -> Int {
        var walker = ScanWalker(
            scan, frame: frame, layouts: layouts, restartInterval: markers.restartInterval, source: source)
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        var tables = TableSet(markers, arena: arena)
        if !frame.isProgressive { return try readSequential(scan, &walker, &tables) }
        if scan.spectralStart > 0 { return try readBand(scan, &walker, &tables) }
        if scan.approximationHigh == 0 { return try readDC(scan, &walker, &tables) }
        return try refineDC(scan, &walker)
    }

    private func readDC(
        _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
    ) throws(ReducedJPEGError) -> Int {
        let decoders = try decoders(for: scan, &tables)
        let shift = scan.approximationLow
        return try walker.walk { reader, component, block in
            let decoder = decoders + component
            reader.refill()
            guard let difference = decoder.pointee.table.difference(&reader) else { return false }
            decoder.pointee.prediction &+= difference
            let value = Int16(truncatingIfNeeded: decoder.pointee.prediction &<< shift)
            decoder.pointee.values[block &* decoder.pointee.blockStride] = value
            return true
        } restart: {
            resetPredictions(decoders)
        }
    }

    private func refineDC(_ scan: Scan, _ walker: inout ScanWalker) throws(ReducedJPEGError) -> Int {
        let bit = scan.approximationLow
        return try stores.withUnsafeBufferPointer { stores throws(ReducedJPEGError) in
            try walker.walk { reader, component, block in
                reader.refill()
                stores[component].block(block)[0] |= Int16(truncatingIfNeeded: reader.takeBit() &<< bit)
                return true
            } restart: {
                true
            }
        }
    }

    private func readBand(
        _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
    ) throws(ReducedJPEGError) -> Int {
        let component = scan.components[0]
        guard var band = ProgressiveBand(scan, store: stores[component.index]) else { return scan.dataStart }
        if scan.approximationHigh == 0 {
            let table = try tables.band(component.acTable)
            return try walker.walkBlocks {
                band.readFirst(&$0, $1, table)
            } restart: {
                band.endOfBandRun == 0
            }
        }
        let table = try tables.symbols(component.acTable)
        return try walker.walkBlocks {
            band.readRefinement(&$0, $1, table)
        } restart: {
            band.endOfBandRun == 0
        }
    }

    /// Reads a scan of a sequential file that has several scans. `scan` contains one or more components.
    private func readSequential(
        _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
    ) throws(ReducedJPEGError) -> Int {
        let decoders = try decoders(for: scan, &tables)
        for component in scan.components {
            let side = layouts[component.index].blockSide
            if side < 8 { decoders[component.index].skip = try tables.skip(component.acTable) }
            if side > 1 { decoders[component.index].coefficients = try tables.values(component.acTable) }
        }
        return try walker.walk(
            decode: { decodeSequential(&$0, decoders + $1, stores[$1], $2) }, restart: { resetPredictions(decoders) })
    }

    private func resetPredictions(_ decoders: UnsafeMutablePointer<ComponentDecoder>) -> Bool {
        for index in layouts.indices { decoders[index].prediction = 0 }
        return true
    }

    private func decodeSequential(
        _ reader: inout BitReader, _ decoder: UnsafeMutablePointer<ComponentDecoder>, _ store: CoefficientStore,
        _ index: Int
    ) -> Bool {
        reader.refill()
        guard let difference = decoder.pointee.table.difference(&reader) else { return false }
        decoder.pointee.prediction &+= difference
        let block = store.block(index)
        block[0] = Int16(truncatingIfNeeded: decoder.pointee.prediction)
        guard let table = decoder.pointee.coefficients else {
            return decoder.pointee.skip?.skipBlock(&reader, from: 1) ?? false
        }
        let last = BlockTransform.lastPosition(side: store.layout.blockSide)
        let content = table.readBlock(&reader, through: last, skip: decoder.pointee.skip) { value, position in
            block[store.place(position)] = Int16(truncatingIfNeeded: value)
        }
        return content != nil
    }

    /// Returns the decoding state of each component in the frame. Only the components in the scan are initialized.
    private func decoders(
        for scan: Scan, _ tables: inout TableSet
    ) throws(ReducedJPEGError) -> UnsafeMutablePointer<ComponentDecoder> {
        let decoders = try tables.arena.allocate(ComponentDecoder.self, count: layouts.count)
        for component in scan.components {
            decoders[component.index] = ComponentDecoder(
                table: try tables.dc(component.dcTable), values: stores[component.index].block(0),
                blockStride: stores[component.index].blockStride)
        }
        return decoders
    }

    private struct ComponentDecoder {
        let table: DCTable
        /// A pointer to the first value of the component's first block.
        let values: UnsafeMutablePointer<Int16>
        let blockStride: Int
        var prediction = 0
        /// For sequential scans.
        var skip: ACSkipTable?
        var coefficients: ACValueTable?
    }
}
