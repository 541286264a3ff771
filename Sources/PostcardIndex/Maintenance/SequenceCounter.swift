/// A counter that finds gaps in the sequence numbers of lines.
///
/// A line has the number of the line before it plus one. `compact` and `repair` remove lines, and then append a line without changes. So gaps before
/// such a line are expected.
struct SequenceCounter {
    /// The highest number so far.
    private var last = 0
    /// The number of lines since then that do not count. Each of them may have had a number.
    private var uncounted = 0
    /// True if numbers are missing after the last line without changes.
    private(set) var hasGap = false

    /// Records a line that does not count.
    mutating func skip() { uncounted += 1 }

    /// Records a line that counts.
    ///
    /// - Returns: the numbers that are missing before it; `nil` if none are.
    @discardableResult
    mutating func advance(to sequence: Int, hasChanges: Bool) -> ClosedRange<Int>? {
        let first = last + 1 + uncounted
        last = max(last, sequence)
        uncounted = 0
        hasGap = hasChanges && (hasGap || first < sequence)
        return first < sequence ? first...sequence - 1 : nil
    }
}
