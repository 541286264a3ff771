/// Finds gaps in the numbers of lines.
///
/// Each line has the number after that of the line before it. `compact` and `repair` take lines away, and end what they write
/// with a line without changes: before such a line gaps mean nothing.
struct SequenceCounter {
    /// The highest number so far.
    private var last = 0
    /// The number of lines since then that do not count; each may have had a number.
    private var uncounted = 0

    /// Takes note of a line that does not count.
    mutating func skip() { uncounted += 1 }

    /// Takes note of a line that counts.
    ///
    /// - Returns: the numbers that are missing before it; nil if none are.
    mutating func advance(to sequence: Int) -> ClosedRange<Int>? {
        let first = last + 1 + uncounted
        last = max(last, sequence)
        uncounted = 0
        return first < sequence ? first...sequence - 1 : nil
    }
}
