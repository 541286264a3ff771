import PostcardCrypto
import Foundation
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Each URL has one spelling, so no one can fill caches with one picture.
@Suite struct SpellingTests {
    private static func run(_ test: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try folder.write(try TestPicture.jpeg(), as: "b c (1).jpg")
        try await RunningServer.with(
            folder,
            {
                $0.keys = ["the key of these tests"]
                $0.allowsUnsigned = false
                $0.presets = ["card=10x10"]
            }, do: test)
    }

    private static func sign(_ path: String) -> String {
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Array(path.utf8), using: SymmetricKey(data: Array("the key of these tests".utf8)))
        return Base64.urlSafe.encode(Array(code))
    }

    @Test func `a signature has one spelling with padding and one without`() async throws {
        try await Self.run { server in
            let path = "10x10/a.jpg"
            let signature = Self.sign(path)
            for good in [signature, "\(signature)=", "\(signature)%3D"] {
                let reply = try await server.get("/\(good)/\(path)")
                #expect(reply.status == 200)
            }
            let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            for last in alphabet where !signature.hasSuffix(String(last)) {
                let reply = try await server.get("/\(signature.dropLast())\(last)/\(path)")
                #expect(reply.status == 403)
            }
            for bad in [
                "\(signature)==", "\(signature)====",
                "%\(String(signature.utf8.first ?? 0, radix: 16))\(signature.dropFirst())",
            ] {
                let reply = try await server.get("/\(bad)/\(path)")
                #expect(reply.status == 403)
            }
        }
    }

    @Test(arguments: ["%31%30x10/a.jpg", "10x10/%61.jpg", "10x1%30/a%2Ejpg"])
    func `a path in another spelling is redirected`(path: String) async throws {
        try await Self.run { server in
            let signature = Self.sign("10x10/a.jpg")
            let reply = try await server.get("/\(signature)/\(path)")
            #expect(reply.status == 301)
            #expect(reply["Location"] == "/\(signature)/10x10/a.jpg")
        }
    }

    @Test(arguments: ["10x10/b%20c%20(1).jpg", "10x10/b%20c%20%281%29.jpg", "10x10%2Fb%20c%20(1).jpg"])
    func `a path is accepted in any encoding that clients use`(path: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/\(Self.sign("10x10/b c (1).jpg"))/\(path)")
            #expect(reply.status == 200)
        }
    }

    @Test(arguments: [("/p/card/%61.jpg", "/p/card/a.jpg"), ("/p/card/a.jpg?v=2", "/p/card/a.jpg")])
    func `a preset's picture has one URL`(target: String, location: String) async throws {
        try await Self.run { server in
            let reply = try await server.get(target)
            expectEqual(reply.status, 301)
            expectEqual(reply["Location"], location)
            try await expectEqual(server.get(location).status, 200)
            let other = try await server.get("/p/%63ard/a.jpg")
            #expect(other.status == 404)
        }
    }

    @Test func `a query after a file name affects only caches`() async throws {
        try await Self.run { server in
            let path = "10x10/a.jpg?v=2"
            let reply = try await server.get("/\(Self.sign(path))/\(path)")
            #expect(reply.status == 200)
        }
    }

    @Test(arguments: [7_200, 100_000])
    func `no cache stores a picture longer than its URL is valid`(seconds: Int) async throws {
        try await Self.run { server in
            let path = "10x10/filters:expires(\(RunningServer.secondsSince1970 + seconds))/a.jpg"
            let reply = try await server.get("/\(Self.sign(path))/\(path)")
            let age = try #require(reply["Cache-Control"]?.split(separator: "=").last.flatMap { Int($0) })
            #expect(age == min(seconds, 86_400))
        }
    }
}
