import PostcardCore
import Testing

@testable import PostcardDisk

struct ByteNeedleTests {
    @Test func `a needle is found at the same positions as in a plain search`() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<3000 {
            // The bytes have only three values, so there are many near misses.
            let haystack = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 97...99, using: &random)
            }
            let needle = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                UInt8.random(in: 97...99, using: &random)
            }
            let start = Int.random(in: 0...10, using: &random)
            let expected = haystack.indices.first { index in
                index >= start && haystack[index...].starts(with: needle)
            }
            #expect(haystack.withUnsafeBytes { ByteNeedle(needle).firstIndex(in: $0, from: start) } == expected)
        }
    }
}
