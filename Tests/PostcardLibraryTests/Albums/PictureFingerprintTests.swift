import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

struct PictureFingerprintTests {
    private func fingerprint(_ fixture: Fixture, longEdge: Int = 256, quality: Int = 90) throws -> PictureFingerprint {
        let image = try Image(
            decoding: fixture.bytes, options: DecodingOptions(resize: Resize(into: .square(longEdge))))
        return PictureFingerprint(of: try Image(decoding: image.encoded(.jpeg(quality: quality))))
    }

    @Test(arguments: Fixture.travel)
    func aPictureLooksLikeItselfInAnotherSizeAndQuality(fixture: Fixture) throws {
        let original = try fingerprint(fixture)
        for (longEdge, quality) in [(256, 30), (1_000, 80), (64, 60)] {
            let copy = try fingerprint(fixture, longEdge: longEdge, quality: quality)
            #expect(original.isNear(copy), "distance \(original.distance(to: copy))")
        }
    }

    @Test func differentViewsDoNotLookTheSame() throws {
        let all = try Fixture.travel.map { try fingerprint($0) }
        for (index, first) in all.enumerated() {
            for (other, second) in all.enumerated() where other > index {
                #expect(
                    !first.isNear(second),
                    "\(Fixture.travel[index]) and \(Fixture.travel[other]): \(first.distance(to: second))")
            }
        }
    }

    @Test func smallAndPlainPicturesHaveOneToo() throws {
        let dot = PictureFingerprint(of: try Image(size: PixelSize(width: 1, height: 1), fill: .black))
        let plain = PictureFingerprint(of: try Image(size: PixelSize(width: 300, height: 7), fill: .white))
        #expect(dot == plain && "\(dot)" == "0000000000000000")
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
