import PostcardTestSupport
import Testing

/// `postcard settings`.
@Suite struct SettingsCommandTests {
    let postcard: PostcardCommand
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test(arguments: [
        ("owner", "Ann Example", "Ann Example"), ("scroll", "Horizontal", "horizontal"),
        ("background", "#f4e", "#FF44EE"), ("source", "commons", "commons"), ("thumbnail", "128", "128"),
        ("peek", "2048", "2048"), ("keep-memes", "Never", "never"),
        ("place-lookups", "On", "on"),
    ])
    func `a setting is kept until it is reset`(name: String, value: String, shown: String) async throws {
        let first = try await postcard.run("settings", "set", name, value)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.text == "\(name) \(shown)\n", "\(first.errors)")
        try await expectEqual(postcard.run("settings", "get", name).text, "\(shown)\n")
        try await expectEqual(postcard.run("settings", "list", "--json").json([String: String].self)[name], shown)
        try await expectEqual(postcard.run("settings", "reset", name).status, 0)
        #expect(try await postcard.run("settings", "get", name).text != "\(shown)\n")
    }

    @Test(arguments: [
        ["set", "scroll", "sideways"], ["set", "thumbnail", "0"], ["set", "background", "blue-ish"],
        ["set", "nosuch", "1"], ["get", "nosuch"], ["reset", "nosuch"], ["set", "here", "48.8584,2.2945"],
    ])
    func `an unknown name or value is a usage error, and changes nothing`(arguments: [String]) async throws {
        _ = try await postcard.run("settings", "set", "owner", "Ann")
        let before = try await postcard.run("settings", "list").text
        #expect(try await postcard.run(["settings"] + arguments).status == 64)
        #expect(try await postcard.run("settings", "list").text == before)
    }

    @Test func `without a library there is nothing to list`() async throws {
        let result = try await postcard.run("settings", "list")
        #expect(result.status == 66)
        #expect(result.errors.contains("There is no library in"))
        #expect(!folder.has("Library"))
    }
}
