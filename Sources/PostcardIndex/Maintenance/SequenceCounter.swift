/// A counter that finds gaps in the sequence numbers of lines.
///
/// A line has the number of the previous line plus one. `compact` and `repair` remove lines, then append a line without changes, so gaps
/// before such a line are expected.
struct SequenceCounter {
    /// The highest number so far.
    private var last = 0
    /// The number of invalid lines since the last valid line. Each invalid line may have had a sequence number.
    private var uncounted = 0
    /// True if numbers are missing after the last line without changes.
    private(set) var hasGap = false

    /// Records an invalid line.
    mutating func skip() { uncounted += 1 }

    /// Records a valid line.
    ///
    /// - Returns: the numbers that are missing before the line; `nil` if none are missing.
    @discardableResult
    mutating func advance(to sequence: Int, hasChanges: Bool) -> ClosedRange<Int>? {
        let first = last + 1 + uncounted
        last = max(last, sequence)
        uncounted = 0
        hasGap = hasChanges && (hasGap || first < sequence)
        return first < sequence ? first...sequence - 1 : nil
    }
}
