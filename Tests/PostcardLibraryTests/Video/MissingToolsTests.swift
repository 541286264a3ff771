import PostcardFixtures
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

/// A library whose video programs are not installed.
struct MissingToolsTests {
    @Test func `the view of a video is a placeholder with the reason`() async throws {
        let lab = try JournalLab()
        var environment = Library.Environment.system
        environment.mediaTools = MediaTools(ffmpeg: "no-such-ffmpeg", ffprobe: "no-such-ffprobe")
        let library = try Library(directory: lab.path, createIfNeeded: true, environment: environment)
        #expect(!library.mediaTools.areInstalled)
        let clip = FilePath(Fixture.video("rotated-by-metadata.mp4").path)
        let entry = try await library.addEntry(text: "video", media: [.file(clip)])
        let peek = try #require(try await library.peek(of: entry.id.rawValue).first)
        #expect(peek.problem?.contains("ffmpeg is not installed") == true, "\(peek.problem ?? "")")
    }
}
