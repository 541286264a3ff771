import PostcardFixtures
import PostcardImaging
import Testing

struct OrientationTests {
    static let turned =
        Fixture.orientations + [
            .small("png-exif-orientation-6.png"), .small("png-exif-after-pixels.png"),
            .small("png-exif-in-text.png"), .small("png-exif-in-zipped-text.png"), .small("png-xmp-orientation-6.png"),
        ]

    static func expectUpright(_ image: Image, sourceLocation: SourceLocation = #_sourceLocation) {
        let right = image.size.width - 4
        let bottom = image.size.height - 4
        #expect(image[3, 3].isLike(Color(red: 220, green: 40, blue: 40)), sourceLocation: sourceLocation)
        #expect(image[right, 3].isLike(Color(red: 40, green: 160, blue: 70)), sourceLocation: sourceLocation)
        #expect(image[3, bottom].isLike(Color(red: 40, green: 80, blue: 200)), sourceLocation: sourceLocation)
        #expect(image[right, bottom].isLike(Color(red: 240, green: 210, blue: 50)), sourceLocation: sourceLocation)
    }

    @Test(arguments: turned)
    func `a picture is rotated upright once`(fixture: Fixture) throws {
        let image = try Image(decoding: fixture.bytes)
        #expect(image.size == PixelSize(width: 64, height: 48))
        Self.expectUpright(image)
        Self.expectUpright(try Image(decoding: image.encoded(as: .png)))
    }

    @Test(arguments: Fixture.orientations)
    func `a resize applies to the upright picture`(fixture: Fixture) throws {
        let options = DecodingOptions(resize: Resize(into: PixelSize(width: 32, height: 100)))
        let image = try Image(decoding: fixture.bytes, options: options)
        #expect(image.size == PixelSize(width: 32, height: 24))
        Self.expectUpright(image)
    }

    @Test func `rotation can be disabled`() throws {
        var options = DecodingOptions()
        options.appliesOrientation = false
        let image = try Image(decoding: Fixture.orientation(6).bytes, options: options)
        #expect(image.size == PixelSize(width: 48, height: 64))
    }

    @Test(arguments: [0, 9, 65_535])
    func `an invalid orientation is treated as up`(value: Int) throws {
        let bytes = Fixture.small("jpeg-orientation-invalid-\(value).jpg").bytes
        #expect(try ImageHeader(of: bytes).orientation == .up)
        #expect(try Image(decoding: bytes).size == PixelSize(width: 64, height: 48))
    }
}
