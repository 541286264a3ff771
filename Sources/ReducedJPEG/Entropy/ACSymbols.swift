/// The number of positions in zigzag order that each AC symbol of a sequential block advances, as stored in the lookup tables.
enum ACSymbols {
    /// Added to an entry's advance if the entry ends the block.
    static let end = 128
    /// The advance of entries without a symbol. The sum with any position exceeds every valid range.
    static let none = 255

    /// Returns the advance of a symbol, with `end` added for the end of the block. `nil` if sequential JPEG has no such symbol (T.81,
    /// F.1.2.2.1): sizes are 1...10 for 8-bit samples.
    static func advance(_ symbol: UInt8) -> Int? {
        switch (symbol >> 4, symbol & 15) {
        case (0, 0): end
        case (15, 0): 16
        case (let run, 1...10): Int(run) + 1
        default: nil
        }
    }

    /// True if `position`, reached from 63 or less, completes a block: it is just after the last coefficient, or an end of block came
    /// before that.
    @inline(__always)
    static func isComplete(_ position: Int) -> Bool {
        position == 64 || UInt(bitPattern: position &- end &- 1) < 63
    }
}
