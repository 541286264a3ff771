import PostcardTestSupport
import Testing

/// `postcard app` as a command; Tests/Browser opens what it serves.
@Suite struct AppCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test(arguments: [
        ["--port", "99999"], ["--port", "x"], ["--app-folder", "nosuch"], ["--library", ""], ["more"],
    ])
    func `what is wrong keeps it from starting`(arguments: [String]) async throws {
        let result = try await postcard.run(["app", "--no-browser"] + arguments)
        #expect(result.status != 0)
        #expect(!result.errors.isEmpty)
        #expect(result.output.isEmpty)
    }
}
