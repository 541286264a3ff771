extension ReducedJPEGDecoder {
    /// The samples of one component for the unit row that is being decoded and the one before it.
    struct SampleWindow {
        private let samples: UnsafeMutablePointer<UInt8>
        private let rowCount: Int
        let stride: Int
        /// Rows of samples in one row of minimum coded units.
        let rowsPerUnit: Int

        init(_ layout: ComponentLayout, arena: Arena) {
            rowsPerUnit = layout.blocksPerUnitColumn * layout.blockSide
            rowCount = 2 * rowsPerUnit
            stride = layout.paddedBlocksPerRow * layout.blockSide + Arena.slack
            samples = arena.allocate(UInt8.self, count: rowCount * stride)
        }

        /// A row of samples, counted from the top of the picture; it has to be one of the last two unit rows.
        @inline(__always)
        func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { samples + (index % rowCount) * stride }
    }
}
