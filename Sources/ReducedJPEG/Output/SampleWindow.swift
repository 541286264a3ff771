/// The samples of one component in the MCU row that is being decoded and the one before it.
struct SampleWindow {
    private let samples: UnsafeMutablePointer<UInt8>
    private let rowCount: Int
    let stride: Int
    /// Rows of samples in one MCU row.
    let rowsPerMCU: Int

    init(_ layout: ComponentLayout, arena: Arena) throws(ReducedJPEGError) {
        rowsPerMCU = layout.mcuHeight * layout.blockSide
        rowCount = 2 * rowsPerMCU
        stride = layout.paddedBlocksPerRow * layout.blockSide + Arena.slack
        samples = try arena.allocate(UInt8.self, count: rowCount * stride)
    }

    /// A row of samples, counted from the top of the picture; it has to be in one of the last two MCU rows.
    @inline(__always)
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { samples + (index % rowCount) * stride }
}
