import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct SettingsTests {
    @Test func flagsWinOverEnvironmentOverFileOverDefaults() async throws {
        let folder = try TemporaryFolder()
        let json = #"{"host": "file", "port": 1, "queueLength": 3, "images": ["/tmp"], "allowsUnsigned": true}"#
        let file = try folder.write(Array(json.utf8), as: "settings.json")
        let settings = try await ServerConfiguration(
            flags: ["host": .text("flag")],
            environment: [
                "POSTCARD_SERVE_HOST": "environment", "POSTCARD_SERVE_PORT": "2", "POSTCARD_SERVE_KEYS": "a,b",
            ],
            file: file)
        #expect(settings.host == "flag")
        #expect(settings.port == 2)
        #expect(settings.queueLength == 3)
        #expect(settings.images == ["/tmp"])
        #expect(settings.keys == ["a", "b"])
        #expect(settings.queueSeconds == ServerConfiguration().queueSeconds)
    }

    @Test func keysAreNotPrinted() async throws {
        let settings = try await ServerConfiguration(
            flags: ["images": .list(["/tmp"])], environment: ["POSTCARD_SERVE_KEYS": "topsecret"], file: nil)
        let text = try settings.printed()
        #expect(!text.contains("topsecret"))
        #expect(text.contains("<secret>"))
    }

    @Test(arguments: [
        ["POSTCARD_SERVE_PORT": "many"], ["POSTCARD_SERVE_PORT": "70000"], ["POSTCARD_SERVE_QUEUE_SECONDS": "0"],
        ["POSTCARD_SERVE_CACHE_BYTES": "-1"],
    ])
    func wrongValueIsAnError(environment: [String: String]) async throws {
        await #expect(throws: ServeError.self) {
            try await ServerConfiguration(
                flags: ["images": .list(["/tmp"]), "allowsUnsigned": .flag(true)], environment: environment, file: nil)
        }
    }

    @Test func missingFileIsAnError() async throws {
        await #expect(throws: ServeError.self) {
            try await ServerConfiguration(flags: [:], environment: [:], file: "/nowhere/settings.json")
        }
    }
}
