import Foundation
import PostcardCore
import Testing

struct JSONLiteralTests {
    private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

    @Test func `members of literals are sorted by name`() {
        let value: JSONValue = ["b": [1, -2.5, true, "a\"\n"], "c": 0, "a": ["x": .integer(.max), "e": .array([])]]
        #expect(text(value) == #"{"a":{"e":[],"x":9223372036854775807},"b":[1,-2.5,true,"a\"\n"],"c":0}"#)
        #expect(value == ["a": ["e": .array([]), "x": .integer(.max)], "b": [1, -2.5, true, "a\"\n"], "c": 0])
        // Elements of an array keep their order.
        #expect(text(["b", "c", "a"]) == #"["b","c","a"]"#)
        #expect(value != ["a": ["e": .array([]), "x": .integer(.max)], "b": [-2.5, 1, true, "a\"\n"], "c": 0])
    }

    @Test func `a JSON encoder writes the same text`() throws {
        let value: JSONValue = ["text": "ü/\u{1F600}\u{1}", "list": [0, 0.25, false], "none": .scalar("null")]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let parsed = try encoder.encode(value).withUnsafeBytes { try JSONValue(parsing: $0) }
        #expect(parsed["text"]?.string == "ü/\u{1F600}\u{1}")
        #expect(parsed["list"] == [0, 0.25, false])
        #expect(parsed["none"] == .scalar("null"))
    }

    @Test func `members are read by type`() {
        let value: JSONValue = ["number": 2.5, "integer": 7, "text": "7", "strings": ["a", 1, "b"]]
        #expect(value["number"]?.number == 2.5 && value["number"]?.integer == nil)
        #expect(value["integer"]?.number == 7 && value["integer"]?.integer == 7)
        #expect(value["text"]?.number == nil && value["text"]?.string == "7")
        #expect(value["strings"]?.strings == ["a", "b"])
        #expect(value.names == ["number", "integer", "text", "strings"])
        #expect(JSONValue.scalar("null").number == nil)
    }

    @Test func `added members replace members with the same name`() {
        let value: JSONValue = ["a": 1, "b": 2]
        #expect(text(value.adding(["c": 3, "a": 0])) == #"{"a":0,"b":2,"c":3}"#)
    }
}
