import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct GIFFixtureTests {
    @Test(arguments: Fixture.gifs)
    func `a copy shows the same frames`(_ fixture: Fixture) throws {
        let animation = try AnimatedImage(decoding: fixture.bytes)
        let copy = try animation.encoded().bytes
        let frames = try TextCanvas.frames(fixture.bytes)
        let copied = try TextCanvas.frames(copy)
        expectEqual(frames.count, animation.frameCount)
        expectEqual(copied.map { TextCanvas.pixels($0.image) }, frames.map { TextCanvas.pixels($0.image) })
        expectEqual(copied.map(\.delay), frames.map(\.delay))
        try expectEqual(AnimatedImage(decoding: copy).loopCount, animation.loopCount)
        try expectEqual(animation.encoded().bytes, copy)
    }

    @Test(arguments: Fixture.gifs)
    func `the first frame is the still image`(_ fixture: Fixture) throws {
        let still = try Image(decoding: fixture.bytes)
        #expect(try TextCanvas.pixels(still) == TextCanvas.pixels(TextCanvas.frames(fixture.bytes)[0].image))
        #expect(try ImageHeader(of: fixture.bytes).size == still.size)
    }

    /// Tests whose list of fixtures is empty would pass.
    @Test func `every kind of GIF has a fixture`() {
        let kinds = [
            "256-colours", "87a", "disposal-0", "disposal-1", "disposal-2", "disposal-3", "frame-off-screen",
            "frame-smaller-than-screen", "interlaced", "local-palette", "local-palettes", "no-delay-no-loop", "still",
            "transparent", "transparent-loop-3", "two-colours",
        ]
        #expect(Set(Fixture.gifs.map(\.name)) == Set(kinds.map { "gif-\($0).gif" }))
    }

    @Test func `delays and the loop are read`() throws {
        let animation = try AnimatedImage(decoding: Fixture.small("gif-transparent-loop-3.gif").bytes)
        #expect(animation.loopCount == 3)
        #expect(animation.delays == [100, 200, 300, 400])
    }

    @Test(arguments: [
        ("hostile-65535x65535.gif", ImageError.Code.limitExceeded), ("hostile-5000-frames.gif", .limitExceeded),
        ("hostile-1000-frames-of-16-megapixels.gif", .limitExceeded), ("hostile-truncated.gif", .truncated),
    ])
    func `hostile files are rejected`(_ name: String, _ expected: ImageError.Code) {
        #expect(errorCode { try AnimatedImage(decoding: Fixture.small(name).bytes) } == expected)
        // A still image needs only the first frame. In two of the files, that frame is complete and small enough.
        let isFirstSound = name.contains("frames")
        #expect(errorCode { try Image(decoding: Fixture.small(name).bytes) } == (isFirstSound ? nil : expected))
    }
}
