import Foundation
import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct SettingsTests {
    @Test func `flags override environment variables, which override the file, which overrides defaults`() throws {
        let folder = try TemporaryFolder()
        let json = #"{"host": "file", "port": 1, "maximumPixels": 3, "images": ["/tmp"], "allowsUnsigned": true}"#
        let file = try folder.write(Array(json.utf8), as: "settings.json")
        let settings = try ServerConfiguration(
            environment: [
                "POSTCARD_SERVE_HOST": "environment", "POSTCARD_SERVE_PORT": "2",
                "POSTCARD_SERVE_KEYS": "first-key,other-key",
            ],
            file: file
        ) { $0.host = "flag" }
        expectEqual(settings.host, "flag")
        expectEqual(settings.port, 2)
        expectEqual(settings.maximumPixels, 3)
        expectEqual(settings.images, ["/tmp"])
        expectEqual(settings.keys, ["first-key", "other-key"])
        expectEqual(settings.maximumAge, ServerConfiguration().maximumAge)
    }

    @Test func `keys are not printed`() throws {
        let settings = try ServerConfiguration(
            environment: ["POSTCARD_SERVE_KEYS": "topsecret"], file: nil
        ) { $0.images = ["/tmp"] }
        let text = try settings.printed()
        #expect(!text.contains("topsecret"))
        #expect(text.contains("<secret>"))
    }

    @Test(arguments: [
        ["POSTCARD_SERVE_PORT": "many"], ["POSTCARD_SERVE_PORT": "70000"], ["POSTCARD_SERVE_MAXIMUM_PIXELS": "0"],
        ["POSTCARD_SERVE_CACHE_BYTES": "-1"], ["POSTCARD_SERVE_RESULTS": "/srv/results"],
        ["POSTCARD_SERVE_RESULTS_FOR": "everybody"], ["POSTCARD_SERVE_CACHE_TAGS": "Cache-Control"],
        ["POSTCARD_SERVE_DRAIN_SECONDS": "-1"], ["POSTCARD_SERVE_CACHE_CONTROL": "a\r\nb: c"],
    ])
    func `an invalid value causes an error`(environment: [String: String]) {
        #expect(throws: StartupError.self) {
            try ServerConfiguration(environment: environment, file: nil) { settings in
                settings.images = ["/tmp"]
                settings.allowsUnsigned = true
            }
        }
    }

    @Test(arguments: [
        ("port", "many", "The variable POSTCARD_SERVE_PORT is \"many\"; it must be a whole number, such as 8080."),
        ("port", "70000", "port is 70000; it must be 0 to 65535."),
        (
            "progressive", "perhaps",
            "The variable POSTCARD_SERVE_PROGRESSIVE is \"perhaps\"; it must be true or false."
        ),
    ])
    func `an invalid variable is reported with its value and what to write instead`(
        name: String, text: String, message: String
    ) {
        let variable = Setting.named(name)?.variable ?? ""
        let error = #expect(throws: StartupError.self) {
            try ServerConfiguration(environment: [variable: text], file: nil)
        }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        (#"{"port": "8080"}"#, "\"port\" in FILE is \"8080\"; it must be a whole number, such as 8080."),
        (#"{"port": 8080.5}"#, "\"port\" in FILE is 8080.5; it must be a whole number, such as 8080."),
        (#"{"host": 1}"#, "\"host\" in FILE is 1; it must be a string, such as \"…\"."),
        (#"{"progressive": "yes"}"#, "\"progressive\" in FILE is \"yes\"; it must be true or false."),
        (#"{"images": "a"}"#, "\"images\" in FILE is \"a\"; it must be a list of strings, such as [\"…\", \"…\"]."),
        (
            #"{"keys": "topsecret"}"#,
            "\"keys\" in FILE is a secret of the wrong type; it must be a list of strings, such as [\"…\", \"…\"]."
        ),
        ("[]", "The settings file FILE must contain a JSON object, such as {\"port\": 8080}."),
        (#"{"port": }"#, "The settings file FILE is not valid JSON: byte 9: expected a value."),
    ])
    func `an invalid file is reported with its value and what to write instead`(json: String, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(json.utf8), as: "settings.json")
        let error = #expect(throws: StartupError.self) { try ServerConfiguration(environment: [:], file: file) }
        #expect(error?.message == message.replacing("FILE", with: file))
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [("YES", true), ("1", true), ("no", false), ("0", false), ("False", false)])
    func `a Boolean variable can be written in several ways`(text: String, isOn: Bool) throws {
        let settings = try ServerConfiguration(environment: ["POSTCARD_SERVE_PROGRESSIVE": text], file: nil)
        #expect(settings.writesProgressiveJPEG == isOn)
    }

    @Test func `tokens for all commands override those for the service`() throws {
        let settings = try ServerConfiguration(
            environment: ["POSTCARD_TOKENS": " a ,b,"], file: nil)
        #expect(settings.tokens == ["a", "b"])
    }

    @Test(arguments: Setting.all.map(\.name))
    func `each printed setting is explained by a sentence`(name: String) throws {
        let help = try #require(Setting.named(name)).help
        #expect(help.hasSuffix(".") || help.hasSuffix(")"), "\(help)")
        #expect(try ServerConfiguration().printed().contains("\"// \(name)\": \"\(help)\",\n  \"\(name)\": "))
    }

    @Test func `a missing file causes an error`() {
        let error = #expect(throws: StartupError.self) {
            try ServerConfiguration(environment: [:], file: "/nowhere/settings.json")
        }
        #expect(
            error?.message == "Can't read the settings file /nowhere/settings.json. Check the path and its permissions."
        )
    }

    @Test func `the table contains every setting once`() {
        // Tokens have a separate file and variable, and the app's folder is only for developers of the app.
        let properties = Mirror(reflecting: ServerConfiguration()).children.compactMap(\.label).filter {
            !["limits", "tokens", "appFolder"].contains($0)
        }
        #expect(Setting.all.count == properties.count)
        #expect(Set(Setting.all.map(\.name)).count == properties.count)
        let paths = Setting.all.map { setting -> AnyKeyPath in
            switch setting.content {
            case .text(let path): path
            case .number(let path, _): path
            case .flag(let path): path
            case .list(let path, _): path
            }
        }
        #expect(Set(paths).count == properties.count)
    }

    @Test func `an empty string and a missing one are the same setting`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(#"{"library": "/srv/library", "cache": ""}"#.utf8), as: "settings.json")
        let settings = try ServerConfiguration(environment: ["POSTCARD_SERVE_LIBRARY": ""], file: file)
        #expect(settings == ServerConfiguration())
        #expect(try settings.printed().contains("\"library\": \"\","))
    }

    @Test(arguments: [
        (Duration.seconds(90), "90"), (.milliseconds(1_500), "1"), (.zero, "0"),
        (.seconds(Int.max), "9223372036854775807"),
    ])
    func `times are printed in whole seconds`(time: Duration, text: String) throws {
        var settings = ServerConfiguration()
        settings.drainDuration = time
        #expect(try settings.printed().contains("\"drainSeconds\": \(text),"))
    }

    @Test(arguments: [Duration.milliseconds(-1), .seconds(-1)])
    func `a negative time causes an error`(time: Duration) {
        let error = #expect(throws: StartupError.self) {
            try ServerConfiguration(environment: [:], file: nil) { $0.drainDuration = time }
        }
        #expect(error?.message == "drainSeconds is -1; it must be 0 or more.")
    }

    @Test(arguments: [([ImageFormat.avif, .webp], ["avif", "webp"]), ([.webp], ["webp"]), ([], ["none"])])
    func `formats are written by name in settings`(formats: [ImageFormat], names: [String]) throws {
        var settings = ServerConfiguration()
        settings.formats = formats
        #expect(settings.formatNames == names)
        #expect(settings.formats == formats)
        #expect(try settings.preferredFormats() == formats)
    }

    @Test func `every setting is read from the environment and from a file`() throws {
        var environment: [String: String] = [:]
        var members: [String: Any] = [:]
        var expected = ServerConfiguration()
        for (index, setting) in Setting.all.enumerated() {
            let variable = setting.name.replacing(#/([a-z])([A-Z])/#) { "\($0.1)_\($0.2)" }.uppercased()
            let text: String
            switch setting.content {
            case .text(let path):
                let valid = [
                    "resultsFor": "all", "results": "s3://bucket/prefix", "cacheTags": "Cache-Tag",
                    "cacheControl": "s-maxage=9",
                ]
                text = valid[setting.name] ?? "https://text\(index).example"
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
            case .list(let path, _):
                let list =
                    [
                        "presets": ["card=1x1 a b", "wide=2x1"], "formats": ["avif", "webp"],
                        "qualities": ["avif=50", "jpeg=80"], "imgproxyKeys": ["0001020304050607:08"],
                        "keys": ["a-key-of-a-client", "b-key-of-a-client"],
                    ][setting.name] ?? ["a\(index)", "b\(index)"]
                text = list.joined(separator: ",")
                expected[keyPath: path] = list
                members[setting.name] = list
            }
            environment["POSTCARD_SERVE_\(variable)"] = text
        }
        #expect(try ServerConfiguration(environment: environment, file: nil) == expected)
        #expect(ServerConfiguration.unknownSettings(environment: environment, file: nil) == [])
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array(try JSONSerialization.data(withJSONObject: members)), as: "settings.json")
        #expect(try ServerConfiguration(environment: [:], file: file) == expected)
    }

    @Test func `an unknown setting is reported with the closest name, and without its value`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array(#"{"maximumPixles": 3, "keys": ["a"], "zzz": {"host": 1}}"#.utf8), as: "settings.json")
        let environment = [
            "POSTCARD_SERVE_KEY": "secret", "POSTCARD_SERVE_SHUTDOWN_SECONDS": "1", "POSTCARD_TOKENS": "x",
            "POSTCARD_SERVE_": "", "postcard_serve_port": "1", "POSTCARD_SERVE_COMPLETELY_ELSE": "",
        ]
        #expect(
            ServerConfiguration.unknownSettings(environment: environment, file: file) == [
                "The variable POSTCARD_SERVE_ is not a setting. --print-config shows all.",
                "The variable POSTCARD_SERVE_COMPLETELY_ELSE is not a setting. --print-config shows all.",
                "The variable POSTCARD_SERVE_KEY is not a setting. Did you mean POSTCARD_SERVE_KEYS?",
                "\"maximumPixles\" in \(file) is not a setting. Did you mean maximumPixels?",
                "\"zzz\" in \(file) is not a setting. --print-config shows all.",
            ])
        #expect(ServerConfiguration.unknownSettings(environment: [:], file: folder.path("none.json")) == [])
    }

    @Test(arguments: [(50_000_000, 100_000_000), (80_000_000, 100_000_000), (200_000_000, 200_000_000), (7, 14)])
    func `the memory for pixels depends on the largest allowed picture`(pixels: Int, room: Int) {
        var settings = ServerConfiguration()
        settings.maximumPixels = pixels
        #expect(settings.pixelsInFlight == room)
    }

    @Test func `settings that only a running service needs can be missing`() throws {
        let settings = try ServerConfiguration(environment: [:], file: nil)
        #expect(settings == ServerConfiguration())
        #expect(throws: StartupError.self) { try settings.validate() }
    }

    @Test func `the printed settings are a settings file with the same settings`() throws {
        var settings = ServerConfiguration()
        settings.allowsUnsigned = true
        settings.images = ["/a", "/b"]
        settings.maximumPixels = 7
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(try settings.printed().utf8), as: "settings.json")
        #expect(try ServerConfiguration(environment: [:], file: file) == settings)
        #expect(ServerConfiguration.unknownSettings(environment: [:], file: file) == [])
    }
}
