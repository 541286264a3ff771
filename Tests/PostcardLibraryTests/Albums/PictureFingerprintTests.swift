import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

struct PictureFingerprintTests {
    /// A third of the travel photos, small: decoding all of them takes a debug build most of a minute.
    private static let views = Fixture.travel.enumerated().filter { $0.offset.isMultiple(of: 3) }.compactMap {
        try? Image(decoding: $0.element.bytes, options: DecodingOptions(resize: Resize(into: .square(400))))
    }

    private func fingerprint(_ view: Image, longEdge: Int = 256, quality: Int = 90) throws -> PictureFingerprint {
        let copy = try view.resized(Resize(into: .square(longEdge)))
        return PictureFingerprint(of: try Image(decoding: copy.encoded(.jpeg(quality: quality))))
    }

    @Test(arguments: [(256, 30), (400, 80), (64, 60)])
    func aPictureLooksLikeItselfInAnotherSizeAndQuality(longEdge: Int, quality: Int) throws {
        #expect(Self.views.count == 6)
        for view in Self.views {
            let original = try fingerprint(view)
            let copy = try fingerprint(view, longEdge: longEdge, quality: quality)
            #expect(original.isNear(copy), "distance \(original.distance(to: copy))")
        }
    }

    @Test func differentViewsDoNotLookTheSame() throws {
        let all = try Self.views.map { try fingerprint($0) }
        for (index, first) in all.enumerated() {
            for second in all[(index + 1)...] {
                #expect(!first.isNear(second), "distance \(first.distance(to: second))")
            }
        }
    }

    @Test func smallAndPlainPicturesHaveOneToo() throws {
        let dot = PictureFingerprint(of: try Image(size: PixelSize(width: 1, height: 1), fill: .black))
        let plain = PictureFingerprint(of: try Image(size: PixelSize(width: 300, height: 7), fill: .white))
        #expect(dot == plain)
        #expect("\(dot)" == "0000000000000000")
    }

    @Test(arguments: ["0123456789abcdef", "ffffffffffffffff", "0000000000000000"])
    func textsAreReadBack(text: String) {
        #expect(PictureFingerprint(text)?.description == text)
    }

    @Test(arguments: ["", "123", "0123456789abcdeg", "+123456789abcdef0"])
    func otherTextsAreRefused(text: String) {
        #expect(PictureFingerprint(text) == nil)
    }
}
