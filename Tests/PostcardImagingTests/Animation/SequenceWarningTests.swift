import PostcardFixtures
import Testing

@testable import PostcardImaging

struct SequenceWarningTests {
    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let count = 8 + content.count
        return [UInt8(count >> 24 & 255), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
            + Array(name.utf8) + content
    }

    /// A track as ffmpeg and libavif write it after the picture, with this many frames.
    private func track(handler: String, frames: UInt8) -> [UInt8] {
        let handler = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
        let sizes = box("stsz", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, frames])
        return box("trak", box("mdia", handler + box("minf", box("stbl", sizes))))
    }

    private func warning(of bytes: [UInt8]) throws -> String? {
        try OpenedPicture(bytes).warningAboutLostFrames(options: DecodingOptions())
    }

    @Test func `lost frames of a sequence are reported`() throws {
        let still = Fixture.small("avif.avif").bytes
        let tracks = track(handler: "pict", frames: 12) + track(handler: "auxv", frames: 13)
        let warning = try warning(of: still + box("moov", tracks))
        #expect(
            warning?.contains("of this animated AVIF file is used, none of its 12 frames") == true, "\(warning ?? "")")
    }

    @Test func `an animated file is decoded to its first picture, and lost frames are reported`() throws {
        let bytes = Fixture.small("avif-animated.avif").bytes
        let still = try Image(decoding: Fixture.small("avif-444.avif").bytes)
        let decoded = try DecodedImage(bytes)
        #expect(decoded.image.distance(to: still) <= 8, "\(decoded.image.distance(to: still))")
        #expect(decoded.warnings.isEmpty)
        #expect(try AnimatedImage(decoding: bytes).frameCount == 1)
        #expect(try OpenedPicture(bytes).animation(for: .gif, options: DecodingOptions()) == nil)
        let warning = try warning(of: bytes)
        #expect(warning?.contains("none of its 3 frames") == true, "\(warning ?? "")")
    }

    @Test func `frames without a still image are not supported`() throws {
        var bytes = Fixture.small("avif-animated.avif").bytes
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "meta".utf8) })
        bytes.replaceSubrange(place..<place + 4, with: "free".utf8)
        let error = try #require(throws: ImageError.self) { try Image(decoding: bytes) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("no still image"), "\(error.message)")
    }

    @Test(arguments: [("pict", UInt8(1)), ("auxv", 12)])
    func `one frame is not reported as lost`(handler: String, frames: UInt8) throws {
        let still = Fixture.small("avif.avif").bytes
        let file = still + box("moov", track(handler: handler, frames: frames))
        #expect(try warning(of: file) == nil)
        #expect(try warning(of: still) == nil)
    }
}
