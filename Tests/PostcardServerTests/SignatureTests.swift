import PostcardCrypto
import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct SignatureTests {
    private static func sign<Hash: HashFunction>(_ path: String, _ key: String, _: Hash.Type) -> String {
        let code = HMAC<Hash>.authenticationCode(for: Data(path.utf8), using: SymmetricKey(data: Data(key.utf8)))
        return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    private func status(_ target: String) async throws -> Int {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        var status = 0
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.keys = ["the new signing key", "the old signing key"]
            }
        ) { status = try await $0.get(target).status }
        return status
    }

    /// The signature was made by libthumbor 2.0.2: `CryptoURL("the old signing key").generate(width=32, height=24, image_url="a.jpg")`.
    @Test func `a signature by libthumbor is accepted`() async throws {
        #expect(try await status("/a49OdTKwOiZrEx3qhdx16HSBsH0=/32x24/a.jpg") == 200)
    }

    @Test(arguments: ["the new signing key", "the old signing key"])
    func `any key can sign`(key: String) async throws {
        #expect(try await status("/\(Self.sign("32x24/a.jpg", key, Insecure.SHA1.self))/32x24/a.jpg") == 200)
        #expect(try await status("/\(Self.sign("32x24/a.jpg", key, SHA256.self))/32x24/a.jpg") == 200)
    }

    @Test func `encoded padding and options are accepted`() async throws {
        let signature = Self.sign("filters:fill(red)/a.jpg", "the new signing key", Insecure.SHA1.self)
        let encoded = signature.replacing("=", with: "%3D")
        #expect(try await status("/\(encoded)/filters%3Afill(red)/a.jpg") == 200)
    }

    @Test(arguments: ["other key", ""])
    func `another key is rejected`(key: String) async throws {
        #expect(try await status("/\(Self.sign("32x24/a.jpg", key, Insecure.SHA1.self))/32x24/a.jpg") == 403)
    }

    @Test(arguments: ["33x24/a.jpg", "32x24/b.jpg", "32x24/a.jpg?x=1", "32x24//a.jpg", "32x24/a.jpg/", "a.jpg"])
    func `the signature of another URL is rejected`(path: String) async throws {
        #expect(
            try await status("/\(Self.sign("32x24/a.jpg", "the new signing key", Insecure.SHA1.self))/\(path)") == 403)
    }

    @Test(arguments: [
        "unsafe/32x24/a.jpg", "UNSAFE/a.jpg", "unsafe%2F32x24/a.jpg",
        String(repeating: "A", count: 28) + "/a.jpg", String(repeating: "A", count: 27) + "=/a.jpg",
        String(repeating: "A", count: 43) + "=/a.jpg", String(repeating: "*", count: 28) + "/a.jpg",
    ])
    func `nothing works without a signature`(path: String) async throws {
        #expect([403, 404].contains(try await status("/\(path)")))
    }
}
