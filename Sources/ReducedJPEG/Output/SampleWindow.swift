/// One component's samples in the MCU row that is being decoded and in the row before it.
struct SampleWindow {
    private let samples: UnsafeMutablePointer<UInt8>
    private let rowCount: Int
    let stride: Int
    /// The number of sample rows in one MCU row.
    let rowsPerMCU: Int

    init(_ layout: ComponentLayout, arena: Arena) throws(ReducedJPEGError) {
        rowsPerMCU = layout.mcuHeight * layout.blockSide
        rowCount = 2 * rowsPerMCU
        stride = layout.paddedBlocksPerRow * layout.blockSide + Arena.slack
        samples = try arena.allocate(UInt8.self, count: rowCount * stride)
    }

    /// Returns a row of samples by its index from the top of the picture. The row must be in one of the last two MCU rows.
    @inline(__always)
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { samples + (index % rowCount) * stride }
}
