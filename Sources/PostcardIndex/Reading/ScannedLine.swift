/// A line found while reading the whole index.
struct ScannedLine {
    /// The number of the line, from 1.
    let number: Int
    /// The position in the file.
    let offset: Int
    /// The length in bytes, without the line break.
    let count: Int
    /// The bytes without the line break; empty for an oversized line. They are valid only during the call that passes them.
    let bytes: UnsafeRawBufferPointer
    let outcome: LineDecoder.Outcome
}
