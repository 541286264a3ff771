/// A line found while reading the whole index.
struct ScannedLine {
    /// The number of the line, starting at 1.
    let number: Int
    /// The position in the file.
    let offset: Int
    /// The length in bytes, without the line break.
    let count: Int
    /// The bytes without the line break; empty for an oversized line. The bytes are valid only during the call that receives them.
    let bytes: UnsafeRawBufferPointer
    let outcome: LineDecoder.Outcome
}
