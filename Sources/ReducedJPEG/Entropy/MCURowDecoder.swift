/// Fills the sample windows, one row of MCUs (minimum coded units) after another.
protocol MCURowDecoder {
    /// Decodes the samples of an MCU row. Called once for each row, in ascending order.
    func decodeMCURow(_ mcuRow: Int) throws(ReducedJPEGError)
    /// Checks the data after the last row.
    func finish() throws(ReducedJPEGError)
}
