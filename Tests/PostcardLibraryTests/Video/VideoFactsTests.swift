import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct VideoFactsTests {
    private func read(_ stream: String) -> VideoFacts? {
        VideoFacts(reply: Array(#"{"streams":[{\#(stream)}],"format":{}}"#.utf8))
    }

    @Test(arguments: [
        ("90", true), ("-90", true), ("270", true), ("-270.0", true), ("0", false), ("180", false), ("45", false),
        ("-9223372036854775808", false), ("9223372036854775807", false), ("1e308", false), ("-1e400", false),
        ("nan", false), ("inf", false), ("", false), ("up", false),
    ])
    func `a video has a size regardless of its rotate tag`(tag: String, isTurned: Bool) throws {
        let facts = try #require(read(#""width":160,"height":90,"tags":{"rotate":"\#(tag)"}"#))
        #expect(facts.size == (isTurned ? PixelSize(width: 90, height: 160) : PixelSize(width: 160, height: 90)))
    }

    @Test(arguments: [
        #""width":-9223372036854775808,"height":1"#, #""width":9223372036854775807,"height":1"#,
        #""width":0,"height":1"#,
        #""width":1e400,"height":1"#, #""height":1"#,
    ])
    func `an impossible size is rejected`(stream: String) {
        #expect(read(stream) == nil)
    }

    @Test(arguments: ["1e308:1", "1:1e-308", "-1:1", "0:0", "nan:1", "9223372036854775807:1", ":", "1"])
    func `impossible pixels are treated as square`(ratio: String) throws {
        let facts = try #require(read(#""width":160,"height":90,"sample_aspect_ratio":"\#(ratio)""#))
        #expect(facts.size == PixelSize(width: 160, height: 90))
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
    func `a file with the lowest integer as its rotation is a video`() async throws {
        let lab = try JournalLab()
        let clip = lab.folder.path("a.mkv")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=160x90:rate=10:duration=1", "-c:v", "mpeg4", "-metadata:s:v:0",
            "rotate=-9223372036854775808", clip,
        ])
        let entry = try await lab.library.addEntry(text: "a", media: [.file(FilePath(clip))])
        #expect(entry.media[0].width == 160)
        #expect(entry.media[0].height == 90)
    }
}
