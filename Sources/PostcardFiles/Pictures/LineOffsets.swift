import PostcardCore

/// The offsets of lines, keyed by the hashes of the results' paths, in 8 bytes per line.
///
/// An entry contains 24 bits of the hash and 40 bits of the offset. To distinguish lines with equal bits, the lines are read. Entries
/// are in sorted runs, each at least twice as long as the next, so that adding lines one by one is about as fast as sorting all of them.
struct LineOffsets {
    private var runs: [[UInt64]] = []
    private static let offsetBits = 40

    static func entry(of hash: UInt64, offset: Int) -> UInt64 {
        (hash >> offsetBits) << offsetBits | UInt64(truncatingIfNeeded: offset) & (1 << offsetBits - 1)
    }

    mutating func add(_ entries: [UInt64]) {
        guard !entries.isEmpty else { return }
        runs.append(entries.sorted())
        while runs.count > 1, runs[runs.count - 2].count < 2 * runs[runs.count - 1].count {
            let last = runs.removeLast()
            runs[runs.count - 1] += last
            runs[runs.count - 1].sort()
        }
    }

    /// Returns the offsets of the lines with a hash, in ascending order.
    func offsets(of hash: UInt64) -> [Int] {
        let first = Self.entry(of: hash, offset: 0)
        return runs.flatMap { run in
            let start = run.partitioningIndex { $0 >= first }
            return run[start...].prefix { $0 >> Self.offsetBits == first >> Self.offsetBits }.map { Int($0 - first) }
        }.sorted()
    }
}
