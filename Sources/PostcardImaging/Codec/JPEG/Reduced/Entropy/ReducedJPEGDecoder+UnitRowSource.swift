extension ReducedJPEGDecoder {
    /// Fills the sample windows with one row of minimum coded units after another.
    protocol UnitRowSource {
        /// Makes the samples of a row; called once for each in ascending order.
        func decodeUnitRow(_ unitRow: Int) throws(ReducedJPEGError)
        /// Checks what follows the last row.
        func finish() throws(ReducedJPEGError)
    }
}
