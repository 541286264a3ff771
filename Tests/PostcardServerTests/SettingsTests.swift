import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct SettingsTests {
    @Test func flagsWinOverEnvironmentOverFileOverDefaults() async throws {
        let folder = try TemporaryFolder()
        let json = #"{"host": "file", "port": 1, "queueLength": 3, "images": ["/tmp"], "allowsUnsigned": true}"#
        let file = try folder.write(Array(json.utf8), as: "settings.json")
        let settings = try await ServerConfiguration(
            environment: [
                "POSTCARD_SERVE_HOST": "environment", "POSTCARD_SERVE_PORT": "2", "POSTCARD_SERVE_KEYS": "a,b",
            ],
            file: file
        ) { $0.host = "flag" }
        #expect(settings.host == "flag")
        #expect(settings.port == 2)
        #expect(settings.queueLength == 3)
        #expect(settings.images == ["/tmp"])
        #expect(settings.keys == ["a", "b"])
        #expect(settings.queueSeconds == ServerConfiguration().queueSeconds)
    }

    @Test func keysAreNotPrinted() async throws {
        let settings = try await ServerConfiguration(
            environment: ["POSTCARD_SERVE_KEYS": "topsecret"], file: nil
        ) { $0.images = ["/tmp"] }
        let text = try settings.printed()
        #expect(!text.contains("topsecret"))
        #expect(text.contains("<secret>"))
    }

    @Test(arguments: [
        ["POSTCARD_SERVE_PORT": "many"], ["POSTCARD_SERVE_PORT": "70000"], ["POSTCARD_SERVE_QUEUE_SECONDS": "0"],
        ["POSTCARD_SERVE_CACHE_BYTES": "-1"], ["POSTCARD_SERVE_RESULTS": "/srv/results"],
        ["POSTCARD_SERVE_RESULTS_FOR": "everybody"], ["POSTCARD_SERVE_CACHE_TAGS": "Cache-Control"],
        ["POSTCARD_SERVE_DRAIN_SECONDS": "-1"],
    ])
    func wrongValueIsAnError(environment: [String: String]) async throws {
        await #expect(throws: StartupError.self) {
            try await ServerConfiguration(environment: environment, file: nil) { settings in
                settings.images = ["/tmp"]
                settings.allowsUnsigned = true
            }
        }
    }

    @Test(arguments: [
        (
            ["POSTCARD_SERVE_CACHE_BYTES": "1G"],
            "cacheBytes (POSTCARD_SERVE_CACHE_BYTES) has a wrong value. Write a whole number, 0 or more."
        ),
        (["POSTCARD_SERVE_PORT": "70000"], "port must be 0 to 65535."),
        (
            ["POSTCARD_SERVE_PROGRESSIVE": "perhaps"],
            "progressive (POSTCARD_SERVE_PROGRESSIVE) has a wrong value. Write true or false."
        ),
    ])
    func `a wrong value is told with what can be written`(environment: [String: String], message: String) async throws {
        let error = await #expect(throws: StartupError.self) {
            try await ServerConfiguration(environment: environment, file: nil)
        }
        #expect(error?.message == message)
    }

    @Test(arguments: Setting.all.map(\.name))
    func `each setting is explained by a sentence where it is printed`(name: String) throws {
        let help = try #require(Setting.named(name)).help
        #expect(help.hasSuffix(".") || help.hasSuffix(")"), "\(help)")
        #expect(try ServerConfiguration().printed().contains("\"// \(name)\": \"\(help)\",\n  \"\(name)\": "))
    }

    @Test func missingFileIsAnError() async throws {
        await #expect(throws: StartupError.self) {
            try await ServerConfiguration(environment: [:], file: "/nowhere/settings.json")
        }
    }

    @Test func `the table has each setting once`() {
        let properties = Mirror(reflecting: ServerConfiguration()).children.compactMap(\.label)
        #expect(Set(Setting.all.map(\.name)) == Set(properties))
        #expect(Setting.all.count == properties.count)
    }

    @Test func `every setting is read from the environment and from a file`() async throws {
        var environment: [String: String] = [:]
        var members: [String: Any] = [:]
        var expected = ServerConfiguration()
        for (index, setting) in Setting.all.enumerated() {
            let variable = setting.name.replacing(#/([a-z])([A-Z])/#) { "\($0.1)_\($0.2)" }.uppercased()
            let text: String
            switch setting.content {
            case .text(let path):
                text =
                    ["results": "s3://bucket/prefix", "resultsFor": "all", "cacheTags": "Cache-Tag"][setting.name]
                    ?? "https://text\(index).example"
                expected[keyPath: path] = text
                members[setting.name] = text
            case .number(let path, _):
                text = "\(index + 1)"
                expected[keyPath: path] = index + 1
                members[setting.name] = index + 1
            case .flag(let path):
                text = "true"
                expected[keyPath: path] = true
                members[setting.name] = true
            case .list(let path), .secrets(let path):
                let list =
                    [
                        "presets": ["card=1x1"], "presetSources": ["card=a", "card=b"], "formats": ["avif", "webp"],
                        "qualities": ["avif=50", "jpeg=80"], "imgproxyKeys": ["00:01"],
                    ][setting.name] ?? ["a\(index)", "b\(index)"]
                text = list.joined(separator: ",")
                expected[keyPath: path] = list
                members[setting.name] = list
            }
            environment["POSTCARD_SERVE_\(variable)"] = text
        }
        #expect(try await ServerConfiguration(environment: environment, file: nil) == expected)
        #expect(ServerConfiguration.unknownSettings(environment: environment, file: nil) == [])
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array(try JSONSerialization.data(withJSONObject: members)), as: "settings.json")
        #expect(try await ServerConfiguration(environment: [:], file: file) == expected)
    }

    @Test func `what is no setting is told, with the one that is meant, and without its value`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array(#"{"queueLenght": 3, "keys": ["a"], "zzz": {"host": 1}}"#.utf8), as: "settings.json")
        let environment = [
            "POSTCARD_SERVE_KEY": "secret", "POSTCARD_SERVE_QUEUE_SECONDS": "1", "POSTCARD_TOKENS": "x",
            "POSTCARD_SERVE_": "", "postcard_serve_port": "1", "POSTCARD_SERVE_COMPLETELY_ELSE": "",
        ]
        #expect(
            ServerConfiguration.unknownSettings(environment: environment, file: file) == [
                "The variable POSTCARD_SERVE_ is no setting. --print-config shows all.",
                "The variable POSTCARD_SERVE_COMPLETELY_ELSE is no setting. --print-config shows all.",
                "The variable POSTCARD_SERVE_KEY is no setting. Did you mean POSTCARD_SERVE_KEYS?",
                "\"queueLenght\" in \(file) is no setting. Did you mean queueLength?",
                "\"zzz\" in \(file) is no setting. --print-config shows all.",
            ])
        #expect(ServerConfiguration.unknownSettings(environment: [:], file: folder.path("none.json")) == [])
    }

    @Test func `settings that only a running service needs may be missing when they are read`() async throws {
        let settings = try await ServerConfiguration(environment: [:], file: nil)
        #expect(settings == ServerConfiguration())
        #expect(throws: StartupError.self) { try settings.validate() }
    }

    @Test func `what is printed is a settings file with the same settings`() async throws {
        var settings = ServerConfiguration()
        settings.allowsUnsigned = true
        settings.images = ["/a", "/b"]
        settings.queueLength = 7
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(try settings.printed().utf8), as: "settings.json")
        #expect(try await ServerConfiguration(environment: [:], file: file) == settings)
        #expect(ServerConfiguration.unknownSettings(environment: [:], file: file) == [])
    }
}
