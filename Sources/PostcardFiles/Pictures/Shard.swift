import PostcardDisk
package import SystemPackage

/// The part of a list for one of several processes: `3/16` is the third of sixteen parts.
package struct Shard: Sendable, Hashable {
    private let number: UInt64
    private let count: UInt64

    /// Parses `K/N` with K from 1 to N; `nil` for other strings.
    package init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count else {
            return nil
        }
        self.number = number
        self.count = count
    }

    /// Returns true if a picture is in this part. The part depends on the path without its extension, so that pictures whose results might
    /// have the same name are in the same part.
    package func contains(_ path: FilePath) -> Bool {
        StableHash(path.withoutExtension.bytes).value % count == number - 1
    }
}
