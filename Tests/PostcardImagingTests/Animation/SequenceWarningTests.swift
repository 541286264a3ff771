import PostcardFixtures
import Testing

@testable import PostcardImaging

struct SequenceWarningTests {
    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let count = 8 + content.count
        return [UInt8(count >> 24 & 255), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
            + Array(name.utf8) + content
    }

    /// A track as ffmpeg and libavif write it behind the picture, with as many frames as are told.
    private func track(handler: String, frames: UInt8) -> [UInt8] {
        let handler = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
        let sizes = box("stsz", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, frames])
        return box("trak", box("mdia", handler + box("minf", box("stbl", sizes))))
    }

    @Test func framesOfASequenceAreMissed() throws {
        let still = Fixture.small("avif.avif").bytes
        let tracks = track(handler: "pict", frames: 12) + track(handler: "auxv", frames: 13)
        let warning = AnimatedImage.warning(ofStillFrom: still + box("moov", tracks), options: DecodingOptions())
        #expect(warning?.contains("an AVIF file that moves. Its 12 frames are not read") == true, "\(warning ?? "")")
    }

    @Test(arguments: [("pict", UInt8(1)), ("auxv", 12)])
    func oneFrameIsNotMissed(handler: String, frames: UInt8) throws {
        let still = Fixture.small("avif.avif").bytes
        let file = still + box("moov", track(handler: handler, frames: frames))
        #expect(AnimatedImage.warning(ofStillFrom: file, options: DecodingOptions()) == nil)
        #expect(AnimatedImage.warning(ofStillFrom: still, options: DecodingOptions()) == nil)
    }
}
