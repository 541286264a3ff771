import Foundation
import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// No input crashes the program: every prefix and thousands of damaged copies of the small fixtures.
struct DamageTests {
    /// GIFs have separate tests.
    static let subjects = Fixture.small.filter { !$0.name.hasPrefix("hostile-") && !$0.name.hasSuffix(".gif") }

    /// True to try every prefix and 10,000 damaged copies of each fixture; without sanitizers, this takes an hour.
    static let isThorough = ProcessInfo.processInfo.environment["POSTCARD_THOROUGH_TESTS"] != nil

    /// Opens a file in every way, and returns true if the whole picture was decoded.
    private func open(_ bytes: [UInt8], recover: Bool) -> Bool {
        let limits = DecodingLimits(pixels: 200_000)
        _ = try? ImageHeader(of: bytes)
        _ = try? AnimatedImage(decoding: bytes, options: DecodingOptions(limits: limits, toleratesDamage: recover))
        let small = DecodingOptions(resize: Resize(into: .square(16)), limits: limits, toleratesDamage: recover)
        _ = try? Image(decoding: bytes, options: small)
        return (try? Image(decoding: bytes, options: DecodingOptions(limits: limits, toleratesDamage: recover))) != nil
    }

    @Test(arguments: subjects)
    func `prefixes do no harm`(fixture: Fixture) {
        let bytes = fixture.bytes
        // Every length within the first headers, and a few dozen lengths within the rest.
        let lengths =
            Self.isThorough
            ? Array(0..<bytes.count)
            : Array(0..<min(bytes.count, 70)) + Array(stride(from: 70, to: bytes.count, by: max(1, bytes.count / 25)))
        for (index, length) in lengths.enumerated() {
            let isWhole = open(Array(bytes[..<length]), recover: index % 2 == 0)
            #expect(!isWhole || length > 50)
        }
    }

    @Test(arguments: subjects)
    func `damaged bytes do no harm`(fixture: Fixture) {
        let original = fixture.bytes
        var random = SeededRandom(seed: UInt64(original.count))
        var tried = 0
        let count = Self.isThorough ? 10_000 : TestScale.count(quick: 15, all: 70)
        for _ in 0..<count {
            var bytes = original
            let area = Bool.random(using: &random) ? min(bytes.count, 400) : bytes.count
            bytes[Int.random(in: 0..<area, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = open(bytes, recover: Bool.random(using: &random))
            tried += 1
        }
        #expect(tried == count)
    }

    @Test(arguments: Fixture.hostile)
    func `hostile files do no harm in any mode`(fixture: Fixture) {
        let bytes = fixture.bytes
        for recover in [false, true] {
            let isWhole = open(bytes, recover: recover)
            #expect(!isWhole || bytes.count > 60)
        }
    }
}
