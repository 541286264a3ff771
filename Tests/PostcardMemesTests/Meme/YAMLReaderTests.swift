import PostcardCore
import Testing

@testable import PostcardMemes

@Suite struct YAMLReaderTests {
    @Test(arguments: [
        ("", "null"), ("# only a comment\n---\n", "null"), ("name: Cat\n", #"{"name":"Cat"}"#),
        ("a: yes\nb: 1.0\nc:\nd: ~\n", #"{"a":"yes","b":"1.0","c":null,"d":null}"#),
        ("a: 'it''s'\nb: \"x\\n\\u00e9\"\nc: two # words\n", #"{"a":"it's","b":"x\n\u00e9","c":"two"}"#),
        ("list:\n  - a\n  - 'b: c'\n  -\n", #"{"list":["a","b: c",null]}"#),
        ("list:\n- a\n- b\nnext: c\n", #"{"list":["a","b"],"next":"c"}"#),
        ("text:\n  - x: 1\n    y: 2\n  - x: 3\n", #"{"text":[{"x":"1","y":"2"},{"x":"3"}]}"#),
        ("a: one\n  two\nb:\n  three\n  four\n", #"{"a":"one two","b":"three four"}"#),
        ("e:\n  - one\n    two\n", #"{"e":["one two"]}"#), ("a: 1\r\nb: 2\r\n", #"{"a":"1","b":"2"}"#),
        ("url: https://example.org/a\n", #"{"url":"https://example.org/a"}"#),
    ])
    func `mappings, lists and scalars are read`(yaml: String, json: String) throws {
        let value = try YAMLReader.value(of: Array(yaml.utf8))
        #expect(String(decoding: value.bytes, as: UTF8.self) == json)
    }

    @Test(arguments: [
        ("a: [b]", "Line 1"), ("a: {b: c}", "Line 1"), ("a: b: c", "Line 1"), ("a: |\n  b\n", "Line 1"),
        ("a: &x b", "Line 1"), ("a: !!int 3", "Line 1"), ("a: 'it's'", "Line 1"), ("a: \"b", "Line 1"),
        ("a:\n\t- b", "Line 2: Indent with spaces"), ("a:\n  - b\n c: d", "Line 3: The indentation"),
        ("a: 1\na: 2", "Line 2: \"a\" appears twice"), ("- a\nb: c", "Line 2"),
        (String(repeating: "- ", count: 40) + "a", "The nesting is too deep"), ("a: \u{FFFD}\nb: @c", "Line 2"),
    ])
    func `other YAML is rejected with its line`(yaml: String, message: String) {
        let error = #expect(throws: MemeError.self) { try YAMLReader.value(of: Array(yaml.utf8)) }
        #expect(error?.code == .invalidTemplate)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `text that is not UTF-8 is rejected`() {
        #expect(throws: MemeError.self) { try YAMLReader.value(of: [0x61, 0x3A, 0x20, 0xFF]) }
    }
}
