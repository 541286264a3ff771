import PostcardCrypto
import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct MemeSignatureTests {
    private static func signature(_ target: String, key: String = "the key of these tests") -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(target.utf8), using: SymmetricKey(data: Data(key.utf8)))
        return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    private static func run(_ test: (RunningServer) async throws -> Void) async throws {
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowsUnsigned = false
                $0.keys = ["the key of these tests"]
            }, do: test)
    }

    @Test(arguments: [
        "/images/verdict/No/Yes.jpg?width=30", "/images/verdict/with-dashes.jpg?width=90&color=red", "/templates",
        "/fonts/thick", "/images/verdict.png?expires=99999999999&width=30",
    ])
    func `a signed URL works`(target: String) async throws {
        try await Self.run { server in
            let separator = target.contains("?") ? "&" : "?"
            let reply = try await server.get("\(target)\(separator)signature=\(Self.signature(target))")
            #expect(reply.status == 200)
        }
    }

    @Test(arguments: [
        "/images/verdict/No/Yes.jpg", "/images/verdict/No/Yes.jpg?signature=", "/templates", "/fonts", "/images",
        "/images/verdict/No/Yes.jpg?signature=AAAA&width=90", "/images/verdict", "/images/verdict/a b.jpg",
    ])
    func `an unsigned URL does not work`(target: String) async throws {
        try await Self.run { server in
            let reply = try await server.get(target.replacing(" ", with: "%20"))
            #expect(reply.status == 403)
        }
    }

    @Test func `a signature is valid for only one URL`() async throws {
        try await Self.run { server in
            let signature = Self.signature("/images/verdict/No/Yes.jpg")
            let other = Self.signature("/images/verdict/No/Yes.jpg", key: "other")
            // Thumbor signs the path without its leading slash.
            let thumbor = Self.signature("images/verdict/No/Yes.jpg")
            for target in [
                "/images/verdict/No/No.jpg?signature=\(signature)", "/images/verdict/No/Yes.png?signature=\(signature)",
                "/images/verdict/No/Yes.jpg?width=90&signature=\(signature)",
                "/images/verdict/No/Yes.jpg?signature=\(signature)&signature=\(signature)",
                "/images/verdict/No/Yes.jpg?signature=\(other)", "/images/verdict/No/Yes.jpg?signature=\(thumbor)",
            ] {
                let reply = try await server.get(target)
                #expect(reply.status == 403, "\(target)")
            }
        }
    }

    @Test func `a signed URL expires`() async throws {
        try await Self.run { server in
            for target in ["/images/verdict.png?expires=1", "/images/verdict.png?expires=never"] {
                let reply = try await server.get("\(target)&signature=\(Self.signature(target))")
                #expect(reply.status == 410)
            }
        }
    }

    @Test(arguments: ["/images", "/images/custom", "/templates/verdict", "/memes"])
    func `a signature does not cover a body`(target: String) async throws {
        try await Self.run { server in
            let json = #"{"template_id": "verdict", "template": "verdict", "texts": ["a"]}"#
            let reply = try await server.post("\(target)?signature=\(Self.signature(target))", json: json)
            #expect(reply.status == 403)
            #expect(try await server.post(target, json: json).status == 403)
        }
    }
}
