import Foundation
import PostcardCore
import Testing

struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
    func `encoded text matches the RFC`(bytes: String, text: String) {
        #expect(Base64.standard.encode(Array(bytes.utf8)) == text)
        #expect(Base64.standard.decode(text) == Array(bytes.utf8))
    }

    @Test(arguments: Array(0..<20) + [256, 1_000])
    func `encoded text matches Foundation`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 251 &+ $0 / 5) }
        let text = Data(bytes).base64EncodedString()
        #expect(Base64.standard.encode(bytes) == text)
        #expect(Base64.standard.decode(text) == bytes)
        let urlSafe = text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        #expect(Base64.urlSafe.encode(bytes) == urlSafe)
        #expect(Base64.urlSafe.decode(urlSafe) == bytes)
    }

    @Test(arguments: [
        "A", "AA", "AAA", "A===", "====", "AA=A", "AA==AAAA", "AA A", "AAA\n", "A-A_", "AA\u{E9}A", "AAAA=",
    ])
    func `other text is rejected`(text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }

    @Test func `URL-safe text can be padded`() {
        #expect(Base64.urlSafe.decode("_-8=") == [0xFF, 0xEF])
        #expect(Base64.urlSafe.decode("_-8") == [0xFF, 0xEF])
    }

    @Test(arguments: ["+/8", "A=A", "A A", "é"])
    func `URL-safe text with other characters is rejected`(text: String) {
        #expect(Base64.urlSafe.decode(text) == nil)
    }

    @Test func `a data URL contains the media type`() {
        #expect(Base64.dataURL(Array("foo".utf8), mediaType: "image/png") == "data:image/png;base64,Zm9v")
    }

    @Test func `a part of a string is decoded`() {
        #expect(Base64.standard.decode("data:,Zm9v".split(separator: ",")[1]) == Array("foo".utf8))
    }
}
