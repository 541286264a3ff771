import PostcardCore
import Testing

struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b+c", "a%20b%2Bc"), ("/?#&=%", "%2F%3F%23%26%3D%25"),
        ("é\n", "%C3%A9%0A"), ("\u{7F}", "%7F"),
    ])
    func `all characters except unreserved ones are encoded`(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.decode(encoded) == text)
    }

    @Test(arguments: [("%c3%A9", "é"), ("a+b", "a+b"), ("%2541", "%41"), ("é", "é")])
    func `text is decoded once`(text: String, decoded: String) {
        #expect(PercentEncoding.decode(text) == decoded)
    }

    @Test(arguments: ["%", "%4", "%4g", "%-1", "a%", "%C3", "%FF", "%00", "\0"])
    func `text that is not percent-encoded UTF-8 is rejected`(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }
}
