import PostcardDisk
import SystemPackage

/// One of several parts of a list, for as many processes: `3/16` is the third of sixteen.
package struct Shard: Sendable, Hashable {
    private let number: UInt64
    private let count: UInt64

    /// Reads `K/N` with K from 1 to N; `nil` otherwise.
    package init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count else {
            return nil
        }
        self.number = number
        self.count = count
    }

    /// Returns a Boolean value that indicates whether a picture is in this part, by its place below its base, the
    /// ending aside: pictures whose results might have one name are in one part.
    package func contains(_ picture: PictureList.Element) -> Bool {
        var stem = picture.relative
        stem.extension = nil
        return StableHash(stem.bytes).value % count == number - 1
    }
}
