extension ReducedJPEGDecoder {
    /// The positions that AC symbols of a sequential block move through, in the form the lookup tables hold them.
    enum ACSymbols {
        /// Added to an entry's advance when it ends the block.
        static let end = 128
        /// The advance of entries that hold no symbol: whatever the position, it leads out of every valid range.
        static let none = 255

        /// How far a symbol moves in zigzag order, with `end` for the end of the block; `nil` when sequential JPEG has no
        /// such symbol (T.81, F.1.2.2.1): sizes are 1...10 for 8-bit samples.
        static func advance(_ symbol: UInt8) -> Int? {
            switch (symbol >> 4, symbol & 15) {
            case (0, 0): end
            case (15, 0): 16
            case (let run, 1...10): Int(run) + 1
            default: nil
            }
        }

        /// Whether a block that stood at a position up to 63 is complete at `position`: either just behind its last
        /// coefficient, or by an end of block that came before that.
        @inline(__always)
        static func isComplete(_ position: Int) -> Bool {
            position == 64 || UInt(bitPattern: position &- end &- 1) < 63
        }
    }
}
