import PostcardFixtures
import PostcardImaging
import Testing

struct ColorProfileTests {
    static let red = Color(red: 220, green: 40, blue: 40)

    /// `LightTests` covers profiles with other transfer functions.
    @Test(
        arguments: Fixture.profiled.filter { file in
            !["grey", "missing", "pq", "hlg"].contains(where: file.name.contains)
        })
    func `a picture with a profile looks like its original without one`(fixture: Fixture) throws {
        let decoded = try DecodedImage(fixture.bytes)
        #expect(decoded.warnings.isEmpty)
        let original = try Image(decoding: Fixture.small("png-srgb.png").bytes)
        #expect(decoded.image.meanDistance(to: original) < 2.5)
        #expect(decoded.image[3, 3].distance(to: Self.red) <= 8)
    }

    @Test(arguments: Fixture.profiled.filter { $0.name.contains("grey") })
    func `a gray profile gives the same grays`(fixture: Fixture) throws {
        let image = try Image(decoding: fixture.bytes)
        let original = try Image(decoding: Fixture.small("png-icc-grey-gamma-2.2.png").bytes)
        #expect(image.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
        #expect(image.meanDistance(to: original) < 3)
    }

    @Test func `an incomplete profile is ignored`() throws {
        let image = try Image(decoding: Fixture.small("jpeg-icc-chunk-missing.jpg").bytes)
        #expect(image.size == PixelSize(width: 64, height: 48))
    }

    @Test(arguments: ["hostile-icc-garbage.jpg"])
    func `a broken profile only causes a warning`(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.warnings.count == 1)
        OrientationTests.expectUpright(decoded.image)
    }

    @Test func `code points of Display P3 are converted`() throws {
        let image = try Image(decoding: Fixture.small("png-cicp-display-p3.png").bytes)
        #expect(image[3, 3].distance(to: Self.red) <= 2)
    }

    @Test(arguments: ["jpeg-cmyk-adobe.jpg", "jpeg-ycck-adobe.jpg", "jpeg-cmyk-plain.jpg"])
    func `CMYK without a profile gives the same picture in every format`(name: String) throws {
        let image = try Image(decoding: Fixture.small(name).bytes)
        let reference = try Image(decoding: Fixture.small("jpeg-cmyk-adobe.jpg").bytes)
        OrientationTests.expectUpright(image)
        #expect(image.isOpaque)
        #expect(image.meanDistance(to: reference) < 4)
    }

    @Test func `a CMYK profile is used`() throws {
        let image = try Image(decoding: Fixture.small("jpeg-cmyk-profile.jpg").bytes)
        let plain = try Image(decoding: Fixture.small("jpeg-cmyk-adobe.jpg").bytes)
        OrientationTests.expectUpright(image)
        #expect(image.meanDistance(to: plain) > 3)
    }

    @Test func `paper without ink is white`() throws {
        let image = try Image(decoding: Fixture.small("jpeg-cmyk-adobe.jpg").bytes)
        #expect(image.pixels.contains { $0.red > 230 && $0.green > 230 && $0.blue > 220 })
    }

    @Test(arguments: ["jpeg-icc-display-p3.jpg", "png-icc-adobe-like.png"])
    func `a thumbnail has no profile`(name: String) throws {
        let image = try Image(
            decoding: Fixture.small(name).bytes, options: DecodingOptions(resize: Resize(into: .square(32))))
        let bytes = try image.encoded(as: .jpeg())
        #expect(bytes.count < 1500)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ICC_PROFILE"))
    }
}
