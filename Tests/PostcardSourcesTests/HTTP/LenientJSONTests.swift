import PostcardCore
import Testing

@testable import PostcardSources

@Suite struct LenientJSONTests {
    @Test(arguments: [
        #"{"a": 1}"#, #"jsonFlickrApi({"a": 1})"#, #"{"a": 1,}"#, "{\"a\": 1,}\n", "f({\"a\": 1,}\r\n )", " {\"a\":1} ",
    ])
    func `a reply is read in any wrapper`(text: String) {
        #expect(HostSession.json(in: Array(text.utf8))?["a"]?.integer == 1)
    }

    @Test(arguments: ["", "<html>(a)</html>", #"{"a": 1"#, #"{"a": 1,,}"#, ",}"])
    func `a body that is not JSON results in nil`(text: String) {
        #expect(HostSession.json(in: Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            ("12", "12"), ("\"12\"", "12"), ("12.0", "12"), ("1e3", "1000"), ("-0.5", "-0.5"), ("1.5e300", "1.5e+300"),
            ("9007199254740993", "9007199254740993"),
            ("\"\"", nil), ("null", nil), ("true", nil), ("[]", nil),
        ] as [(String, String?)])
    func `numbers and strings have the same text`(json: String, text: String?) throws {
        let value = try #require(HostSession.json(in: Array(#"{"a": \#(json)}"#.utf8))?["a"])
        #expect(value.anyText == text)
        #expect(value.anyInteger == text.flatMap { Int($0) })
    }
}
