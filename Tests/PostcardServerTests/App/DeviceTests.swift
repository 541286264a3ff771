import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

/// Phones that sign in to `postcard app --phone`.
@Suite struct DeviceTests {
    private let folder: TemporaryFolder
    private let directory: FilePath

    init() throws {
        folder = try TemporaryFolder()
        directory = FilePath(folder.path("library"))
        _ = try Library(directory: directory, createIfNeeded: true)
    }

    private func lines() throws -> [String] {
        try String(contentsOfFile: directory.appending("app.tokens").string, encoding: .utf8).split(separator: "\n")
            .map(
                String.init)
    }

    // MARK: The file

    /// The modes include those of libraries that a group shares.
    @Test(arguments: [0o700, 0o755, 0o775, 0o777])
    func `the owner has a lasting token that only the owner can read`(mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.string)
        _ = try DeviceTokens(in: directory, host: nil)
        let first = try lines()
        // Earlier versions gave the file these permissions in libraries that a group shares.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o660], ofItemAtPath: directory.appending("app.tokens").string)
        _ = try DeviceTokens(in: directory, host: "192.168.1.2")
        #expect(try lines() == first)
        #expect(first.count == 1 && first[0].hasPrefix("owner:"))
        #expect(try APIToken(first[0], from: "").scope == .write)
        let file = try FileManager.default.attributesOfItem(atPath: directory.appending("app.tokens").string)
        #expect(file[.posixPermissions] as? Int == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.string).contains("app.tokens.new") == false)
    }

    @Test func `all devices that are added at the same time are kept`() async throws {
        let directory = directory
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try DeviceTokens(in: directory, host: "h").add("phone-\(number)", .read) }
            }
            try await group.waitForAll()
        }
        let tokens = try DeviceTokens(in: directory, host: "h")
        #expect(try Set(tokens.all().map(\.name)) == Set((0..<20).map { "phone-\($0)" }))
        #expect(try tokens.all().allSatisfy { $0.scope == .read })
        #expect(try tokens.remove("phone-3"))
        #expect(try !tokens.remove("phone-3"))
        #expect(try !tokens.remove("owner"))
        #expect(try lines().count == 20)
    }

    // MARK: Over HTTP

    private func run(
        host: String?, _ body: (RunningServer, _ owner: HTTPHeaders) async throws -> Void
    ) async throws {
        let tokens = try DeviceTokens(in: directory, host: host)
        try await RunningServer.with(
            folder,
            {
                $0.allowedNames = ["localhost"]
                $0.library = directory.string
                $0.tokenFile = tokens.file.string
            }, prepare: { $0.devices = tokens }
        ) { server in
            let token = try lines()[0].dropFirst("owner:".count)
            let reply = try await server.post("/session", json: #"{"token": "\#(token)"}"#, AppLab.ownPage)
            let cookie = try #require(reply["Set-Cookie"]).prefix { $0 != ";" }
            var headers = AppLab.ownPage
            headers.add(name: "Cookie", value: String(cookie))
            try await body(server, headers)
        }
    }

    @Test(arguments: ["read", "write"])
    func `a phone signs in once with the code's URL, and stays signed in until it is removed`(scope: String)
        async throws
    {
        try await run(host: "192.168.7.9") { server, owner async throws in
            #expect(try await server.get("/session", owner).object["devices"] as? Bool == true)
            let made = try await server.post("/session/devices", json: #"{"scope": "\#(scope)"}"#, owner)
            #expect(made.status == 201)
            #expect(made["Cache-Control"] == "no-store")
            let address = try #require(try made.object["address"] as? String)
            let parts = try #require(try /http:\/\/192\.168\.7\.9:8080\/app\/#t=(.{43})/.wholeMatch(in: address))
            // No phone has a token before the code is used.
            #expect(try lines().count == 1)

            let ticket = #"{"ticket": "\#(parts.1)"}"#
            let fromPhone: HTTPHeaders = [
                "X-Postcard": "1", "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148 Safari/604.1",
            ]
            let now = Date(timeIntervalSince1970: Double(RunningServer.secondsSince1970))
            let day = now.formatted(.iso8601).prefix(10)
            let first = try await server.post("/session", json: ticket, fromPhone)
            expectEqual(first.status, 200)
            try expectEqual(first.object["scope"] as? String, scope)
            try await expectEqual(server.post("/session", json: ticket, ["X-Postcard": "1"]).status, 401)
            let name = try #require(try first.object["name"] as? String)
            var phone: HTTPHeaders = ["X-Postcard": "1"]
            phone.add(name: "Cookie", value: String(try #require(first["Set-Cookie"]).prefix { $0 != ";" }))
            #expect(try await server.get("/library/pins", phone).status == 200)
            #expect(
                try await server.post("/library/pins", json: #"{"coordinate": {"latitude": 1, "longitude": 2}}"#, phone)
                    .status
                    == (scope == "write" ? 201 : 403))
            let listed = try await server.get("/session/devices", owner).list.map { $0.mapValues { "\($0)" } }
            #expect(listed == [["name": name, "scope": scope, "label": "iPhone, Safari", "lastDay": String(day)]])

            var cached = owner
            let tag = try #require(try await server.get("/session/devices", owner)["ETag"])
            cached.add(name: "If-None-Match", value: tag)
            #expect(try await server.get("/session/devices", cached).status == 304)

            // A phone can't add or remove other phones.
            #expect(try await server.get("/session/devices", phone).status == 403)
            #expect(try await server.post("/session/devices", json: #"{"scope": "write"}"#, phone).status == 403)

            try await expectEqual(server.get("/session/devices/\(name)", owner, method: .DELETE).status, 204)
            try await expectEqual(server.get("/library/pins", phone).status, 401)
            // The sign-in page only needs to know that phones sign in with codes instead of passwords.
            let signedOut = try await server.get("/session", phone).object
            #expect(Set(signedOut.keys) == ["version", "isPublic", "devices"])
            try await expectEqual(server.get("/session/devices/\(name)", owner, method: .DELETE).status, 404)
            try await expectEqual(server.get("/library/pins", owner).status, 200)
            try await expectEqual(server.get("/session/devices/owner", owner, method: .DELETE).status, 404)
        }
    }

    @Test func `behind a proxy with a certificate, the code contains the proxy's URL`() async throws {
        try await run(host: "https://desk.example.ts.net") { server, owner async throws in
            let made = try await server.post("/session/devices", json: #"{"scope": "read"}"#, owner)
            let texts = try made.object.values.compactMap { $0 as? String }
            #expect(texts.contains { $0.hasPrefix("https://desk.example.ts.net/app/#t=") })
        }
    }

    @Test func `phones can't be added if they can't reach the service`() async throws {
        try await run(host: nil) { server, owner async throws in
            #expect(try await server.get("/session", owner).object["devices"] as? Bool == false)
            #expect(try await server.post("/session/devices", json: #"{"scope": "read"}"#, owner).status == 404)
        }
    }

    @Test(arguments: ["{}", #"{"scope": "all"}"#, #"{"scope": null}"#])
    func `adding a phone requires a scope`(json: String) async throws {
        try await run(host: "192.168.7.9") { server, owner async throws in
            #expect(try await server.post("/session/devices", json: json, owner).status == 422)
        }
    }

    @Test func `the owner can rename a phone, and sees the day of the phone's last visit`() async throws {
        try await run(host: "192.168.7.9") { server, owner async throws in
            let tokens = try DeviceTokens(in: directory, host: nil)
            try tokens.add("phone-1", .read)
            let path = "/session/devices/phone-1"
            var headers = owner
            headers.add(name: "Content-Type", value: "application/json")
            let sent = headers
            func rename(_ path: String, _ json: String) async throws -> Int {
                try await server.get(path, sent, method: .PATCH, body: Array(json.utf8)).status
            }
            try await expectEqual(rename(path, ##"{"label": " Anna’s\n#1 phone "}"##), 204)
            try expectEqual(tokens.all().map(\.label), ["Anna’s #1 phone"])
            try expectEqual(lines().count, 2)
            // Visits keep the name that the owner chose.
            try tokens.recordVisit(of: "phone-1", userAgent: "Mozilla/5.0 (iPhone) Safari/604.1", on: "2026-11-28")
            try expectEqual(tokens.all().map(\.label), ["Anna’s #1 phone"])
            try expectEqual(tokens.all().map(\.lastDay), ["2026-11-28"])
            #expect(try tokens.all().allSatisfy { $0.scope == .read })
            try await expectEqual(rename(path, #"{"label": "\n "}"#), 422)
            try await expectEqual(rename(path + "2", #"{"label": "a"}"#), 404)
            // Reloading the tokens ignores the comments.
            try await expectEqual(server.get(path, owner, method: .DELETE).status, 204)
        }
    }

    @Test func `labels have at most 60 characters in one line`() throws {
        let tokens = try DeviceTokens(in: directory, host: "h")
        try tokens.add("phone-1", .write)
        let label = try #require(Device.label(String(repeating: "x\u{2028}", count: 100)))
        // The last character within the limit is a space.
        #expect(label.count == Device.maximumLabelLength - 1)
        #expect(try tokens.rename("phone-1", to: label))
        #expect(try !tokens.rename("owner", to: label))
        #expect(try tokens.all().map(\.label) == [label])
        #expect(Device.label(" \t\u{7}") == nil)
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
            "iPhone, Safari"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Mobile/15E148 Safari/604.1",
            "iPhone, Chrome"
        ),
        ("Mozilla/5.0 (Linux; Android 14; K) Chrome/130.0.0.0 Mobile Safari/537.36", "Android, Chrome"),
        ("Mozilla/5.0 (Linux; Android 14; K) Chrome/130.0.0.0 Safari/537.36 EdgA/130", "Android tablet, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Linux, Firefox"), ("curl/8.5", ""),
    ])
    func `a phone is named after its device and browser`(userAgent: String, label: String) {
        #expect(Device.label(userAgent: userAgent) == label)
    }

    // MARK: The code

    @Test func `a QR code has finder patterns in three corners and a valid width`() throws {
        let code = try #require(QRCode("http://192.168.100.100:8080/app/#t=\(String(repeating: "A", count: 43))"))
        let width = code.rows.count
        #expect((width - 17) % 4 == 0 && width == 33)
        #expect(code.rows.allSatisfy { $0.count == width })
        for (row, column) in [(0, 0), (0, width - 7), (width - 7, 0)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(code.rows[row + y][column + x] == (ring != 2))
                }
            }
        }
        #expect(QRCode(String(repeating: "x", count: 3_000)) == nil)
        // Each line shows two rows. The margins are four modules wide.
        #expect(code.terminalLines.count == (width + 8 + 1) / 2)
    }
}
