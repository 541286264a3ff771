/// The advance in zigzag order of the AC symbols of a sequential block, in the form that the lookup tables hold.
enum ACSymbols {
    /// Added to an entry's advance when it ends the block.
    static let end = 128
    /// The advance of entries that hold no symbol: it leads from any position out of every valid range.
    static let none = 255

    /// The advance of a symbol, with `end` for the end of the block; `nil` when sequential JPEG has no
    /// such symbol (T.81, F.1.2.2.1): sizes are 1...10 for 8-bit samples.
    static func advance(_ symbol: UInt8) -> Int? {
        switch (symbol >> 4, symbol & 15) {
        case (0, 0): end
        case (15, 0): 16
        case (let run, 1...10): Int(run) + 1
        default: nil
        }
    }

    /// `true` when `position` completes a block that stood at 63 or less: either it is just behind the last coefficient, or an end
    /// of block came before that.
    @inline(__always)
    static func isComplete(_ position: Int) -> Bool {
        position == 64 || UInt(bitPattern: position &- end &- 1) < 63
    }
}
