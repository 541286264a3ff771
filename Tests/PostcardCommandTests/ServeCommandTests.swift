import Foundation
import PostcardTestSupport
import Testing

/// `postcard serve` as a command. Its responses are tested with the service.
@Suite struct ServeCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "pictures/a.jpg")
    }

    @Test func `options take precedence over the environment, and both over defaults`() async throws {
        let set = PostcardCommand(
            in: folder, environment: ["POSTCARD_SERVE_PORT": "8081", "POSTCARD_SERVE_HOST": "::1"])
        let result = try await set.run(
            "serve", "--images", "pictures", "--port", "8082", "--allow-unsigned", "--print-config")
        #expect(result.status == 0, "\(result.errors)")
        let settings = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        #expect(settings["port"] as? Int == 8082)
        #expect(settings["host"] as? String == "::1")
    }

    @Test func `keys are not printed`() async throws {
        let set = PostcardCommand(in: folder, environment: ["POSTCARD_SERVE_KEYS": "hunter2hunter2"])
        let result = try await set.run("serve", "--images", "pictures", "--print-config")
        #expect(result.status == 0)
        #expect(!result.text.contains("hunter2"))
    }

    @Test func `settings are printed even if required ones are missing; misspelled ones are reported`() async throws {
        let bare = try await postcard.run("serve", "--print-config")
        #expect(bare.status == 0 && bare.errors.isEmpty, "\(bare.errors)")
        let misspelled = PostcardCommand(in: folder, environment: ["POSTCARD_SERVE_KEY": "hunter2"])
        let result = try await misspelled.run("serve", "--print-config")
        #expect(result.status == 0)
        #expect(result.errors.contains("Did you mean POSTCARD_SERVE_KEYS?"))
        #expect(!result.errors.contains("hunter2") && !result.text.contains("hunter2"))
        let service = try await misspelled.run("serve", "--images", "pictures")
        #expect(service.status == 78)
        #expect(service.errors.contains("unknown setting") && service.errors.contains("POSTCARD_SERVE_KEYS"))
        #expect(service.errors.contains("The service would reject every request"))
    }

    @Test(arguments: [["--images", "nosuch"], ["--images", "pictures", "--port", "99999"], ["--nosuch"]])
    func `the service does not start with an invalid setting`(arguments: [String]) async throws {
        let result = try await postcard.run(["serve"] + arguments)
        #expect(result.status != 0)
        #expect(!result.errors.isEmpty)
    }
}
