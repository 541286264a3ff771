/// A line that was met while going through a whole index.
struct ScannedLine {
    /// From 1 on.
    let number: Int
    /// The position in the file.
    let offset: Int
    /// Its length in bytes, without its line break.
    let count: Int
    /// Its bytes without its line break; none if it is longer than a line may be. Not valid after the call that has
    /// passed it.
    let bytes: UnsafeRawBufferPointer
    let outcome: LineDecoder.Outcome
}
