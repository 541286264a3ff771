import Foundation
import PostcardTestSupport
import Synchronization
import Testing

import PostcardPhotos
@testable import PostcardSources

@Suite(.timeLimit(.minutes(1))) struct CredentialProcessTests {
    private static let now = 1_795_392_803.0
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a program, and returns its path, which contains a space.
    private func program(_ script: String) throws -> String {
        let path = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), as: "my tools/keys")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test(
        arguments: [
            ("/opt/keys", ["/opt/keys"]), ("  keys  --user\tann ", ["keys", "--user", "ann"]),
            (#""/opt/my tools/keys" --user "Ann B""#, ["/opt/my tools/keys", "--user", "Ann B"]),
            (#"keys 'a "b" \ c' "d 'e' \" \\ \n""#, ["keys", #"a "b" \ c"#, #"d 'e' " \ \n"#]),
            (#"keys a\ b ''"" x"y z"w"#, ["keys", "a b", "", "xy zw"]),
            ("keys $HOME ~ | rm", ["keys", "$HOME", "~", "|", "rm"]),
            (#"keys "open"#, nil), ("keys 'open", nil), ("", []),
        ] as [(String, [String]?)])
    func `a command is split as AWS does, without a shell`(command: String, words: [String]?) {
        #expect(CredentialProcess.words(command) == words)
    }

    @Test func `the keys that the program prints are used until they expire`() async throws {
        let count = folder.path("count")
        let path = try program(
            """
            [ "$1" = "Ann B" ] || exit 9
            echo x >> "\(count)"
            printf '{"Version": 1, "AccessKeyId": "id%s", "SecretAccessKey": "s", "SessionToken": "t", "Expiration": "2026-11-23T01:13:23Z"}' \
              "$(grep -c x "\(count)")"
            """)
        let requests = Mutex<[String]>([])
        let server = try await TestHTTPServer { request in
            requests.withLock {
                $0.append(
                    "\(request.headers["authorization"]?.split(separator: "/").first ?? "") "
                        + (request.headers["x-amz-security-token"] ?? ""))
            }
            return TestHTTPReply()
        }
        let files = [
            "/config": "[profile work]\ncredential_process = \"\(path)\" \"Ann B\"\nendpoint_url = \(server.address)\n"
        ]
        let clock = Mutex(Self.now)
        let environment = ObjectStorageEnvironment(
            variable: { ["AWS_CONFIG_FILE": "/config"][$0] },
            file: { files[$0] }, now: { clock.withLock { $0 } })
        let storage = ObjectStorage(environment: environment, userAgent: UserAgent(version: "1", contact: "x"))
        let address = try #require(ObjectAddress("s3://work@b/k"))
        for later in [0.0, 3_200, 3_301] {
            clock.withLock { $0 = Self.now + later }
            _ = try await storage.object(at: address, maximumBytes: 9)
        }
        await server.stop()
        let start = "AWS4-HMAC-SHA256 Credential="
        #expect(requests.withLock { $0 } == ["\(start)id1 t", "\(start)id1 t", "\(start)id2 t"])
    }

    @Test func `keys that a server reports as expired are requested again`() async throws {
        let count = folder.path("count")
        let path = try program(
            """
            echo x >> "\(count)"
            printf '{"Version": 1, "AccessKeyId": "id%s", "SecretAccessKey": "s"}' "$(grep -c x "\(count)")"
            """)
        let server = try await TestHTTPServer { request in
            request.headers["authorization"]?.contains("Credential=id2/") == true
                ? TestHTTPReply(body: [1])
                : TestHTTPReply(status: 400, body: Array("<Error><Code>ExpiredToken</Code></Error>".utf8))
        }
        let file = "[default]\ncredential_process = '\(path)'\nendpoint_url = \(server.address)\n"
        let environment = ObjectStorageEnvironment(
            variable: { ["AWS_CONFIG_FILE": "/config"][$0] }, file: { $0 == "/config" ? file : nil }, now: { Self.now })
        let storage = ObjectStorage(environment: environment, userAgent: UserAgent(version: "1", contact: "x"))
        let bytes = try await storage.object(at: #require(ObjectAddress("s3://b/k")), maximumBytes: 9)
        await server.stop()
        #expect(bytes == [1])
    }

    @Test func `keys without an expiration are kept`() async throws {
        let path = try program(#"echo '{"Version": 1, "AccessKeyId": "id", "SecretAccessKey": "s"}'"#)
        let keys = try await CredentialProcess("'\(path)'", profile: "p").keys(at: Self.now)
        #expect(keys.id == "id" && keys.token == nil && keys.expiration == nil && keys.isFresh(at: 1e12))
    }

    @Test(
        arguments: [
            ("exit 3", "ended with status 3."),
            ("echo 'Log in: keys login' >&2; printf '\\033[2J' >&2; exit 1", "ended with status 1: [2J."),
            ("echo 'Log in first' >&2; echo >&2; exit 1", "ended with status 1: Log in first."),
            ("kill -9 $$", "ended by a signal"),
            ("echo hunter2", "printed no JSON"),
            ("echo '{\"Version\": 1, \"AccessKeyId\": \"hunter2\"}'", "printed no JSON"),
            (
                "echo '{\"Version\": 1, \"AccessKeyId\": \"a\", \"SecretAccessKey\": \"hunter2\", \"SessionToken\": 7}'",
                "printed no JSON"
            ),
            (
                "echo '{\"Version\": 1, \"AccessKeyId\": \"a\", \"SecretAccessKey\": \"hunter2\", \"Expiration\": 7}'",
                "printed no JSON"
            ),
            (
                "echo '{\"Version\": 2, \"AccessKeyId\": \"hunter2\", \"SecretAccessKey\": \"hunter2\"}'", "version 2"
            ),
            ("echo '{\"Version\": 1, \"AccessKeyId\": \"\", \"SecretAccessKey\": \"hunter2\"}'", "printed empty keys"),
            (
                "echo '{\"Version\": 1, \"AccessKeyId\": \"a\", \"SecretAccessKey\": \"hunter2\", \"Expiration\": \"2026-11-23T00:00:00Z\"}'",
                "already expired"
            ),
            (
                "echo '{\"Version\": 1, \"AccessKeyId\": \"a\", \"SecretAccessKey\": \"hunter2\", \"Expiration\": \"soon\"}'",
                "that is not a date"
            ),
            ("yes hunter2", "more than 64 KiB"),
            // A background process keeps the program's output open.
            ("sleep 600 & sleep 600", "took longer than"),
        ])
    func `a program that returns no keys is reported, without its output`(script: String, reason: String) async throws {
        let path = try program(script)
        let limit: Duration = script.hasPrefix("sleep") ? .milliseconds(200) : .seconds(60)
        let process = try CredentialProcess("'\(path)' --password hunter2", profile: "work", timeLimit: limit)
        let error = await #expect(throws: SourceError.self) { try await process.keys(at: Self.now) }
        #expect(error?.code == .keyRefused)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("profile work") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test(arguments: ["/nowhere/keys", "no-such-program-of-keys", "/etc/passwd", "/tmp"])
    func `a path that is not a program is reported`(path: String) async throws {
        let process = try CredentialProcess(path, profile: "work")
        let error = await #expect(throws: SourceError.self) { try await process.keys(at: Self.now) }
        #expect(error?.message.contains(path) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["", "  ", "\"open", "'' x"])
    func `text that is not a command is reported`(command: String) {
        #expect(throws: SourceError.self) { try CredentialProcess(command, profile: "work") }
    }
}
