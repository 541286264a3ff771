import PostcardTestSupport
import Testing

@testable import PostcardSources

/// Signature Version 4 as in Amazon's S3 documentation, with the keys published there.
@Suite struct SignatureTests {
    private static let keys = ObjectStorageKeys(
        id: "AKIAIOSFODNN7EXAMPLE", secretKey: APIKey("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"))

    struct Example: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body = ""
        let signature: String
        var testDescription: String { "\(method) \(path)" }
    }

    @Test(arguments: [
        Example(
            method: "GET", path: "/test.txt", headers: [("range", "bytes=0-9")],
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        Example(
            method: "PUT", path: "/test%24file.text",
            headers: [("x-amz-storage-class", "REDUCED_REDUNDANCY"), ("date", "Fri, 24 May 2013 00:00:00 GMT")],
            body: "Welcome to Amazon S3.", signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        Example(
            method: "GET", path: "/", query: [("lifecycle", "")],
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Example(
            method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
    func `the published examples have the published signatures`(example: Example) {
        let query = ObjectStorage.query(example.query)
        var request = HTTPClient.Request(
            url: "https://examplebucket.s3.amazonaws.com\(example.path)\(query.isEmpty ? "" : "?\(query)")",
            headers: example.headers, timeout: .seconds(60))
        request.method = example.method
        request.body = example.body.isEmpty ? nil : Array(example.body.utf8)
        ObjectStorageProfile.sign(&request, with: Self.keys, region: "us-east-1", date: "20130524T000000Z")
        let authorization = request.headers.first(named: "authorization") ?? ""
        #expect(authorization.hasSuffix(",Signature=\(example.signature)"))
        #expect(
            authorization.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders="))
    }

    @Test func `dates are written and read in the formats of servers`() {
        expectEqual(ObjectStorageDate.text(1_369_353_600), "20130524T000000Z")
        expectEqual(ObjectStorageDate.text(1_795_392_803), "20261123T001323Z")
        expectEqual(ObjectStorageDate.seconds("2013-05-24T00:00:00Z"), 1_369_353_600)
        expectEqual(ObjectStorageDate.seconds("2013-05-24T00:00:00.500Z"), 1_369_353_600.5)
        #expect(ObjectStorageDate.seconds("yesterday") == nil)
    }

    @Test func `a secret is never shown`() {
        var dumped = ""
        dump(Self.keys, to: &dumped)
        #expect(!"\(Self.keys)\(dumped)".contains("wJalr"))
    }
}

@Suite struct ObjectAddressTests {
    @Test(
        arguments: [
            ("s3://b/k.jpg", nil, "b", "k.jpg"), ("S3://b/a//../ü +%20?#", nil, "b", "a//../ü +%20?#"),
            ("s3://p@b/k", "p", "b", "k"), ("s3://me@home@b/k@1", "me@home", "b", "k@1"), ("s3://b", nil, "b", ""),
            ("s3://b/", nil, "b", ""), ("s3://b//k", nil, "b", "/k"),
        ] as [(String, String?, String, String)])
    func `a key is used unchanged`(text: String, profile: String?, bucket: String, key: String) throws {
        let address = try #require(ObjectAddress(text))
        expectEqual(address.profile, profile)
        expectEqual(address.bucket, bucket)
        expectEqual(Array(address.key.utf8), Array(key.utf8))
    }

    @Test(arguments: [
        "s3://", "s3:///k", "s3://@b/k", "s3://b c/k", "s3://b?x/k", "http://b/k", "s3:/b/k", "s3://b/\0",
    ])
    func `text that is not the URL of an object is rejected`(text: String) {
        #expect(ObjectAddress(text) == nil)
    }

    @Test func `a key has at most 1,024 bytes`() {
        #expect(ObjectAddress("s3://b/" + String(repeating: "k", count: 1_024)) != nil)
        #expect(ObjectAddress("s3://b/" + String(repeating: "k", count: 1_025)) == nil)
    }
}

@Suite struct XMLTextTests {
    private static func text(_ document: String, _ name: String) -> [String?] {
        XMLText(Array(document.utf8)).elements(name).map(\.text)
    }

    @Test(
        arguments: [
            ("<a><Key>x</Key><KeyCount>1</KeyCount><Key>y</Key></a>", ["x", "y"]), ("<Key/>", [""]),
            ("<Key></Key>", [""]),
            ("<Key xmlns=\"u\">x</Key>", ["x"]), ("<Key>&lt;&amp;&#x41;&#66;&quot;&apos;&gt;</Key>", ["<&AB\"'>"]),
            ("<Key>&nonsense;</Key>", [nil]), ("<Key>&#xD800;</Key>", [nil]), ("<Key>x", []), ("<Key", []), ("", []),
            ("<Key>ü\u{308}</Key>", ["ü\u{308}"]),
        ] as [(String, [String?])])
    func `elements are found even in malformed XML`(document: String, keys: [String?]) {
        #expect(Self.text(document, "Key") == keys)
    }
}
