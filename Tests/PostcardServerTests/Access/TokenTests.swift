import Foundation
import HTTPTypes
import Logging
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct TokenTests {
    private static let good = LibraryLab.token

    @Test(arguments: [
        "Bearer \(good)", "bearer \(good)", "Bearer  \(good) ",
    ])
    func `the library can be read with a token`(field: String) async throws {
        try await LibraryLab.run { lab in
            let status = try await lab.server.get("/library/pins", ["Authorization": field]).status
            #expect(status == 200)
        }
    }

    @Test(arguments: ["/library/pins", "/library/pins.geojson", "/library/settings", "/library/photos/photo-0/file"])
    func `nothing can be read without a token`(target: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get(target)
            expectEqual(reply.status, 401)
            expectEqual(reply["WWW-Authenticate"], "Bearer realm=\"library\"")
            expectEqual(reply["Content-Type"], "application/problem+json")
        }
    }

    @Test(arguments: [
        "Bearer x", "Bearer \(good)0", "Bearer \(good.dropLast())", "Bearer ", "Bearer ann:\(good)",
        "Bearer \(good.uppercased())",
    ])
    func `an unknown token is rejected`(field: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get("/library/pins", ["Authorization": field])
            #expect(reply.status == 401)
            #expect(reply["WWW-Authenticate"]?.contains("Bearer") == true)
        }
    }

    @Test func `a read-only token can't write`() async throws {
        try await LibraryLab.run { lab in
            let reader = "Bearer \(LibraryLab.readerToken)"
            #expect(try await lab.server.get("/library/pins", ["Authorization": reader]).status == 200)
            // Only tokens that can restore deleted items can see their titles.
            #expect(try await lab.server.get("/library/deleted", ["Authorization": reader]).status == 403)
            let reply = try await lab.server.get(
                "/library/pins", ["Authorization": reader, "Content-Type": "application/json"], method: .POST,
                body: Array(#"{"coordinate": {"latitude": 1, "longitude": 2}}"#.utf8))
            #expect(reply.status == 403)
            #expect(reply["WWW-Authenticate"]?.contains("insufficient_scope") == true)
            #expect(try lab.library.pins().isEmpty)
        }
    }

    @Test func `anyone can read a public library, and no one can write to it`() async throws {
        try await LibraryLab.run({
            $0.allowsAnonymousReading = true
            $0.tokens = []
        }) { lab in
            let pin = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
            try await expectEqual(lab.server.get("/library/pins/\(pin.id)").status, 200)
            try await expectEqual(lab.server.get("/library/pins/\(pin.id)", method: .DELETE).status, 403)
            try expectEqual(lab.library.pins().count, 1)
        }
    }

    @Test func `changes to a public library require a token`() async throws {
        try await LibraryLab.run({ $0.allowsAnonymousReading = true }) { lab in
            let pin = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
            try await expectEqual(lab.server.get("/library/pins/\(pin.id)").status, 200)
            try await expectEqual(lab.server.get("/library/pins/\(pin.id)", method: .DELETE).status, 401)
            try await expectEqual(lab.send(.DELETE, "/library/pins/\(pin.id)").status, 204)
        }
    }

    @Test func `a token file can contain comments`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array("# who may\nann:\(Self.good)  # Ann\n\n bob:\(LibraryLab.readerToken):read\r\n".utf8), as: "tokens")
        let tokens = try APITokens([], file: file)
        #expect(tokens.identity([.authorization: "Bearer \(Self.good)"]).name == "ann")
        #expect(tokens.identity([.authorization: "Bearer \(LibraryLab.readerToken)"]).name == "bob")
    }

    @Test(arguments: [
        "ann:short", "ann", ":\(good)", "a b:\(good)", "ann:\(good):write", "ann:\(good) \(good)", "ann:\(good)ü",
        "ann:" + String(repeating: "a", count: 513), "\(LibraryLab.readerToken):ann", "\(LibraryLab.readerToken):a b",
    ])
    func `an invalid token causes a startup error, and is not printed`(text: String) throws {
        let error = #expect(throws: StartupError.self) { try APITokens([text], file: nil) }
        for token in [Self.good, LibraryLab.readerToken] { #expect(error?.message.contains(token) == false) }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `two tokens with the same name cause a startup error`() {
        #expect(throws: StartupError.self) {
            try APITokens(["ann:\(Self.good)", "ann:\(LibraryLab.readerToken)"], file: nil)
        }
    }

    @Test func `a missing token file causes a startup error`() {
        #expect(throws: StartupError.self) { try APITokens([], file: "/nowhere/tokens") }
    }

    @Test func `a library that no one can read causes a startup error`() async throws {
        await #expect(throws: StartupError.self) { try await LibraryLab.run({ $0.tokens = [] }) { _ in } }
    }

    @Test func `tokens are read from the environment, but not printed`() throws {
        let settings = try ServerConfiguration(
            environment: ["POSTCARD_TOKENS": "ann:\(Self.good), bob:\(LibraryLab.readerToken):read"], file: nil
        ) { $0.library = "/tmp" }
        #expect(settings.tokens == ["ann:\(Self.good)", "bob:\(LibraryLab.readerToken):read"])
        let text = try settings.printed()
        #expect(!text.contains(Self.good))
    }

    @Test func `the log contains the token's name, but not the token`() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await LibraryLab.run(logger: logger) { lab in _ = try await lab.get("/library/pins") }
        #expect(lines.value.contains { $0.contains("token=ann") })
        #expect(!lines.value.contains { $0.contains(LibraryLab.token) })
    }
}
