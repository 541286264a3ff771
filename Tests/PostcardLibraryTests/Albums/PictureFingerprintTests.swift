import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

struct PictureFingerprintTests {
    /// A third of the travel photos, decoded small: a debug build needs most of a minute to decode all of them.
    private static let views = Fixture.travel.enumerated().filter { $0.offset.isMultiple(of: 3) }.compactMap {
        try? Image(decoding: $0.element.bytes, options: DecodingOptions(resize: Resize(into: .square(400))))
    }

    private func fingerprint(_ view: Image, longEdge: Int = 256, quality: Int = 90) throws -> PictureFingerprint {
        let copy = try view.resized(Resize(into: .square(longEdge)))
        return PictureFingerprint(of: try Image(decoding: copy.encoded(as: .jpeg(quality: quality))))
    }

    @Test(arguments: [(256, 30), (400, 80), (64, 60)])
    func `a picture looks like itself at a different size and quality`(longEdge: Int, quality: Int) throws {
        #expect(Self.views.count == 6)
        for view in Self.views {
            let original = try fingerprint(view)
            let copy = try fingerprint(view, longEdge: longEdge, quality: quality)
            #expect(original.isNear(copy), "distance \(original.distance(to: copy))")
        }
    }

    @Test func `different views do not look the same`() throws {
        let all = try Self.views.map { try fingerprint($0) }
        for (index, first) in all.enumerated() {
            for second in all[(index + 1)...] {
                #expect(!first.isNear(second), "distance \(first.distance(to: second))")
            }
        }
    }

    /// Returns the groups found by comparing each fingerprint with the first fingerprint of each group.
    private static func groups(of fingerprints: [PictureFingerprint]) -> [[Int]] {
        var groups: [[Int]] = []
        for (index, fingerprint) in fingerprints.enumerated() {
            if let group = groups.firstIndex(where: { fingerprints[$0[0]].isNear(fingerprint) }) {
                groups[group].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups
    }

    @Test(arguments: 0..<8) func `groups are the same as when comparing all pairs`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var fingerprints: [PictureFingerprint] = []
        for _ in 0..<400 {
            var bits = UInt64.random(in: 0 ... .max, using: &random)
            if let other = fingerprints.randomElement(using: &random), Bool.random(using: &random) {
                // Up to 9 bits differ; fingerprints that differ in up to 6 bits are near each other.
                bits = try #require(UInt64(other.description, radix: 16))
                for _ in 0..<Int.random(in: 0...9, using: &random) {
                    bits ^= 1 << UInt64.random(in: 0..<64, using: &random)
                }
            }
            let digits = String(bits, radix: 16)
            let text = String(repeating: "0", count: 16 - digits.count) + digits
            fingerprints.append(try #require(PictureFingerprint(text)))
        }
        let groups = Self.groups(of: fingerprints)
        #expect(PictureFingerprint.groups(of: fingerprints) == groups)
        #expect(groups.contains { $0.count > 1 } && groups.count > 100)
    }

    @Test func `small and plain pictures also have a fingerprint`() throws {
        let dot = PictureFingerprint(of: try Image(size: PixelSize(width: 1, height: 1), fill: .black))
        let plain = PictureFingerprint(of: try Image(size: PixelSize(width: 300, height: 7), fill: .white))
        #expect(dot == plain)
        #expect("\(dot)" == "0000000000000000")
    }

    @Test(arguments: ["0123456789abcdef", "ffffffffffffffff", "0000000000000000"])
    func `fingerprints are read back from text`(text: String) {
        #expect(PictureFingerprint(text)?.description == text)
    }

    @Test(arguments: ["", "123", "0123456789abcdeg", "+123456789abcdef0"])
    func `other text is rejected`(text: String) {
        #expect(PictureFingerprint(text) == nil)
    }
}
