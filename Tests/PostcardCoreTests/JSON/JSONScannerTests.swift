import Testing

@testable import PostcardCore

struct JSONScannerTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "10", "-1.50", "1e5", "1E-5", "1.2e+3", #""""#,
        #""a\"b\\c\/d\b\f\n\r\té""#,
        "[]", "[ ]", "[1,2]", "{}", #"{ "a" : [ { } ] , "b" : null }"#, " \t\r\n1 ", "\"ü€😀\"",
    ])
    func `JSON is accepted`(text: String) throws {
        let value = try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
        #expect(try value.bytes.withUnsafeBytes { try JSONValue(parsing: $0) } == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "01", "-", "1.", ".5", "1e", "+1", "'a'", #"""#, #""\x""#, #""\u12g4""#, "\"\u{1}\"",
        "\"\n\"",
        "[", "[1", "[1,", "[1,]", "[,1]", "{", "{}}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "1 2", "NaN",
        "\u{FEFF}1",
    ])
    func `text that is not JSON is rejected`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) } }
    }

    @Test func `text that is not UTF-8 is rejected`() {
        let bytes: [UInt8] = [0x22, 0xFF, 0x22]
        #expect(throws: JSONSyntaxError.self) { try bytes.withUnsafeBytes { try JSONValue(parsing: $0) } }
    }

    @Test(arguments: [(JSONScanner.maximumDepth, true), (JSONScanner.maximumDepth + 1, false), (1_000_000, false)])
    func `the depth is limited`(depth: Int, isAccepted: Bool) {
        let text = Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
        let value = text.withUnsafeBytes { try? JSONValue(parsing: $0) }
        #expect((value != nil) == isAccepted)
    }

    @Test(arguments: ["1.10", "123456789012345678901234567890", "1E+02", "-0.0"])
    func `numbers keep their spelling`(text: String) throws {
        let value = try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
        #expect(value.bytes == Array(text.utf8))
    }

    @Test(
        arguments: [
            (#""a\u00e9\ud83d\ude00\n\/\"\\""#, "aé😀\n/\"\\"), (#""plain""#, "plain"), (#""\ud83d""#, nil),
        ] as [(String, String?)])
    func `strings are unescaped`(text: String, expected: String?) throws {
        #expect(try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }.string == expected)
    }

    @Test func `escaped text is unescaped to the same text`() {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\"\\😀"
        #expect(JSONValue.unescaped(JSONValue.escaped(text)) == text)
    }
}
