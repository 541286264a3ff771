import PostcardFixtures
import Testing

@testable import PostcardImaging

/// The alternative text of a picture.
struct AltTextTests {
    @Test(arguments: [
        "jpeg-420.jpg", "jpeg-orientation-6.jpg", "png-rgba-8.png", "webp-lossy.webp",
        "webp-lossless-alpha.webp",
        "webp-animated.webp", "gif-still.gif", "gif-87a.gif", "gif-transparent-loop-3.gif",
    ])
    func `pictures keep their pixels and get alternative text`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let text = "Ships & “sails” <today>\nзавтра 🚀"
        let file = AltText.embed(text, in: bytes)
        #expect(try ImageHeader(of: file).metadata.title != nil)
        #expect(try Image(decoding: file).pixels == Image(decoding: bytes).pixels)
        #expect(
            try AnimatedImage(decoding: file).frameCount == AnimatedImage(decoding: bytes).frameCount)
        let packet = String(decoding: file, as: UTF8.self)
        #expect(packet.contains("<Iptc4xmpCore:AltTextAccessibility>"))
        #expect(packet.contains("Ships &amp; “sails” &lt;today&gt;\nзавтра 🚀"))
    }

    @Test(arguments: ["jpeg-420.jpg", "gif-transparent-loop-3.gif"])
    func `new alternative text replaces earlier text`(name: String) throws {
        let once = AltText.embed("Ships", in: Fixture.small(name).bytes)
        let twice = AltText.embed("Planes", in: once)
        let packet = String(decoding: twice, as: UTF8.self)
        #expect(packet.contains("Planes"))
        #expect(!packet.contains("Ships"))
        #expect(packet.ranges(of: "<x:xmpmeta").count == 1)
        #expect(try Image(decoding: twice).pixels == Image(decoding: Fixture.small(name).bytes).pixels)
    }

    @Test func `an AVIF is encoded with its alternative text`() throws {
        var encoding = EncodingOptions.avif()
        encoding.altText = "Ships & sails"
        let file = try Image(decoding: Fixture.small("jpeg-420.jpg").bytes).encoded(as: encoding)
        #expect(try ImageHeader(of: file).metadata.title == "Ships & sails")
        #expect(encoding.recipe != EncodingOptions.avif().recipe)
    }

    @Test func `files in formats without alternative text are unchanged`() {
        let bytes = Fixture.small("bmp-24.bmp").bytes
        #expect(AltText.embed("Ships", in: bytes) == bytes)
    }

    @Test func `empty text, or text too long for a JPEG, changes nothing`() {
        let bytes = Fixture.small("jpeg-420.jpg").bytes
        #expect(AltText.embed("", in: bytes) == bytes)
        #expect(AltText.embed(String(repeating: "x", count: 70_000), in: bytes) == bytes)
    }
}
