extension Duration {
    /// Makes a duration from a number of seconds read from a file; `nil` unless the number is finite and at most 1,000,000,000.
    package init?(seconds: Double) {
        guard abs(seconds) <= 1_000_000_000 else { return nil }
        self = .seconds(seconds)
    }

    /// The duration in seconds.
    package var inSeconds: Double { self / .seconds(1) }

    /// The duration in whole milliseconds, 0 to `Int32.max`, which is the range that animation formats support.
    package var inMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds <= Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        return min(Int(Int32.max), Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
