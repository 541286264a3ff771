extension ReducedJPEGDecoder {
    /// Puts the scans of a progressive file, or of a sequential one that is not interleaved, together in memory. Scans of which
    /// the result needs nothing are stepped over.
    struct BufferedDecoder: UnitRowSource {
        private let frame: Frame
        private let layouts: [ComponentLayout]
        private let stores: [CoefficientStore]
        private let transforms: [BlockTransform]
        private let windows: [SampleWindow]
        private let source: ByteSource

        /// Reads all scans, the first of which `markers` has just come to.
        init(
            _ first: Scan, markers: MarkerReader, frame: Frame, layouts: [ComponentLayout], windows: [SampleWindow],
            arena: Arena
        ) throws(ReducedJPEGError) {
            self.frame = frame
            self.layouts = layouts
            self.windows = windows
            stores = layouts.map { CoefficientStore($0, arena: arena) }
            transforms = layouts.map { BlockTransform(quantization: $0.quantization, arena: arena) }
            source = try ByteSource(markers.bytes, from: 0, arena: arena)
            try readScans(first, markers)
        }

        func finish() throws(ReducedJPEGError) {}

        private func readScans(_ first: Scan, _ markers: MarkerReader) throws(ReducedJPEGError) {
            var markers = markers
            var progress = ScanProgress(componentCount: frame.components.count)
            var scan = first
            while true {
                try progress.add(scan)
                if isNeeded(scan) {
                    markers.position = try read(scan, markers)
                } else {
                    try markers.skipEntropyCodedData()
                }
                guard case .scan(let next) = try markers.next() else { break }
                scan = next
            }
            guard progress.isComplete else { throw .damaged("The file does not bring all of its picture.") }
        }

        func decodeUnitRow(_ unitRow: Int) throws(ReducedJPEGError) {
            for (index, window) in windows.enumerated() {
                let layout = layouts[index]
                for row in 0..<layout.blocksPerUnitColumn {
                    let blockRow = unitRow * layout.blocksPerUnitColumn + row
                    let output = window.row(blockRow * layout.blockSide)
                    guard
                        stores[index].transformRow(
                            blockRow, with: transforms[index], to: output, stride: window.stride)
                    else { throw .damaged("A DC term is out of range.") }
                }
            }
        }

        private func isNeeded(_ scan: Scan) -> Bool {
            scan.spectralStart == 0 || scan.members.contains { layouts[$0.component].blockSide > 1 }
        }

        /// Reads a scan into the stores; the position of the marker behind it.
        private func read(_ scan: Scan, _ markers: MarkerReader) throws(ReducedJPEGError) -> Int {
            var walker = ScanWalker(
                scan, frame: frame, restartInterval: markers.restartInterval, source: source)
            let arena = Arena()
            defer { withExtendedLifetime(arena) {} }
            var tables = TableSet(markers, arena: arena)
            if !frame.isProgressive { return try readSequential(scan, &walker, &tables) }
            if scan.spectralStart > 0 { return try readBand(scan, &walker, &tables) }
            if scan.approximationHigh == 0 { return try readDC(scan, &walker, &tables) }
            let step = Int16(1 << scan.approximationLow)
            return try walker.walk(layouts) { reader, component, block in
                reader.refill()
                if reader.takeBit() == 1 { stores[component].block(block)[0] |= step }
                return true
            } restart: {
                true
            }
        }

        private func readDC(
            _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
        ) throws(ReducedJPEGError) -> Int {
            let decoders = try dcDecoders(scan, &tables)
            let shift = scan.approximationLow
            return try walker.walk(layouts) { reader, component, block in
                reader.refill()
                guard let difference = decoders[component].table.difference(&reader) else { return false }
                decoders[component].prediction &+= difference
                stores[component].block(block)[0] = Int16(truncatingIfNeeded: decoders[component].prediction &<< shift)
                return true
            } restart: {
                for index in layouts.indices { decoders[index].prediction = 0 }
                return true
            }
        }

        private func readBand(
            _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
        ) throws(ReducedJPEGError) -> Int {
            let member = scan.members[0]
            let store = stores[member.component]
            guard let masks = store.masks else { return scan.dataStart }
            var band = ProgressiveBand(
                table: try tables.symbols(member.acTable), store: store, masks: masks, start: scan.spectralStart,
                end: scan.spectralEnd, bit: scan.approximationLow)
            if scan.approximationHigh == 0 {
                return try walker.walk(layouts) { reader, _, block in
                    band.readFirst(&reader, block)
                } restart: {
                    band.endOfBandRun == 0
                }
            }
            return try walker.walk(layouts) { reader, _, block in
                band.readRefinement(&reader, block)
            } restart: {
                band.endOfBandRun == 0
            }
        }

        private func readSequential(
            _ scan: Scan, _ walker: inout ScanWalker, _ tables: inout TableSet
        ) throws(ReducedJPEGError) -> Int {
            let decoders = try dcDecoders(scan, &tables)
            var skip: [ACSkipTable?] = Array(repeating: nil, count: layouts.count)
            var values = Array<ACValueTable?>(repeating: nil, count: layouts.count)
            for member in scan.members {
                skip[member.component] = try tables.skip(member.acTable)
                values[member.component] = try tables.values(member.acTable)
            }
            return try walker.walk(layouts) { reader, component, index in
                reader.refill()
                guard let difference = decoders[component].table.difference(&reader) else { return false }
                decoders[component].prediction &+= difference
                let block = stores[component].block(index)
                block[0] = Int16(truncatingIfNeeded: decoders[component].prediction)
                guard let masks = stores[component].masks else {
                    return skip[component]?.skipBlock(&reader, from: 1) ?? false
                }
                guard let table = values[component] else { return false }
                return table.readBlock(&reader) { value, position in
                    block[stores[component].place(position)] = Int16(truncatingIfNeeded: value)
                    if value != 0 { masks[index] |= 1 &<< UInt64(position) }
                }
            } restart: {
                for index in layouts.indices { decoders[index].prediction = 0 }
                return true
            }
        }

        /// A DC table for each component of the frame, of which only the scan's are ever used.
        private func dcDecoders(
            _ scan: Scan, _ tables: inout TableSet
        ) throws(ReducedJPEGError) -> UnsafeMutablePointer<DCDecoder> {
            let decoders = tables.arena.allocate(DCDecoder.self, count: layouts.count)
            for member in scan.members {
                decoders[member.component] = DCDecoder(table: try tables.dc(member.dcTable))
            }
            return decoders
        }

        private struct DCDecoder {
            let table: DCTable
            var prediction = 0
        }
    }
}
