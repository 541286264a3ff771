import PostcardFixtures
import PostcardImaging
import Testing

struct PNGTests {
    @Test(arguments: Fixture.pngs.filter { $0.name.hasSuffix("-interlaced.png") })
    func `an interlaced file shows the same picture`(fixture: Fixture) throws {
        let plain = String(fixture.name.dropLast("-interlaced.png".count)) + ".png"
        let image = try Image(decoding: fixture.bytes)
        #expect(try image.distance(to: Image(decoding: Fixture.small(plain).bytes)) == 0)
    }

    @Test(arguments: ["grey", "rgb", "rgba", "grey-alpha"])
    func `sixteen bits show the same picture as eight`(kind: String) throws {
        let eight = try Image(decoding: Fixture.small("png-\(kind)-8.png").bytes)
        let sixteen = try Image(decoding: Fixture.small("png-\(kind)-16.png").bytes)
        // The 8-bit color fixtures are larger; the gray ones show the same ramp.
        guard eight.size == sixteen.size else {
            #expect(sixteen.size == PixelSize(width: 48, height: 32))
            return
        }
        #expect(sixteen.distance(to: eight) <= 2)
    }

    @Test(arguments: Fixture.pngs.filter { $0.name.contains("-trns") })
    func `a transparency chunk is applied`(fixture: Fixture) throws {
        let image = try Image(decoding: fixture.bytes)
        #expect(!image.isOpaque)
        #expect(image.pixels.contains { $0.alpha < 255 })
    }

    @Test func `a picture survives a round trip`() throws {
        let image = try Image(size: PixelSize(width: 19, height: 11)) { x, y in
            Color(red: UInt8(x * 13), green: UInt8(y * 23), blue: 99, alpha: x < 5 ? 0 : x < 9 ? 131 : 255)
        }
        #expect(try Image(decoding: image.encoded(as: .png)).distance(to: image) == 0)
    }

    @Test func `white under transparent pixels is not visible`() throws {
        let bytes = Fixture.small("png-white-under-clear.png").bytes
        let image = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(13))))
        #expect(image.pixels.allSatisfy { $0.alpha == 0 || $0.green < 60 })
    }

    @Test(arguments: ["png-gamma-1.0.png", "png-gamma-2.2.png", "png-chrm.png", "png-srgb.png", "png-texts.png"])
    func `gamma is applied`(name: String) throws {
        let image = try Image(decoding: Fixture.small(name).bytes)
        OrientationTests.expectUpright(image)
        #expect(image[3, 3].distance(to: Color(red: 220, green: 40, blue: 40)) <= 4)
    }

    /// The fixture with a chunk inserted before its end.
    private static func withChunk(_ type: String, _ data: [UInt8], checksum: [UInt8]) -> [UInt8] {
        let file = Fixture.small("png-rgb-8.png").bytes
        let chunk: [UInt8] = [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + checksum
        return Array(file.dropLast(12)) + chunk + Array(file.suffix(12))
    }

    @Test func `a wrong checksum of an empty chunk only causes a warning if the picture is complete`() throws {
        let original = try Image(decoding: Fixture.small("png-rgb-8.png").bytes)
        let empty = try DecodedImage(Self.withChunk("IDAT", [], checksum: [1, 2, 3, 4]))
        #expect(empty.image.distance(to: original) == 0)
        #expect(empty.warnings.count == 1)
    }

    @Test func `damage in an irrelevant chunk causes no error`() throws {
        let decoded = try DecodedImage(Fixture.small("hostile-bad-crc-in-text.png").bytes)
        #expect(try decoded.image.distance(to: Image(decoding: Fixture.small("png-rgb-8.png").bytes)) == 0)
    }
}
