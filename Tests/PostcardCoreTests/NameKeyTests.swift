import PlatformFoundation
import Testing

@testable import PostcardCore

struct NameKeyTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test func `composed and decomposed names are different keys`() {
        #expect(Self.composed == Self.decomposed)
        #expect(NameKey(Self.composed) != NameKey(Self.decomposed))
        #expect(Set<NameKey>(names: [Self.composed, Self.decomposed, Self.composed]).count == 2)
        var values: [NameKey: Int] = [:]
        values[Self.composed] = 1
        values[Self.decomposed, default: 10] += 1
        #expect(values[Self.composed] == 1)
        #expect(values[Self.decomposed] == 11)
    }

    @Test func `names are sorted by their bytes`() {
        let names: [NameKey] = ["b", "\(Self.composed)", "a", "\(Self.decomposed)", ""]
        #expect(names.sorted().map(\.string.utf8.count) == [0, 1, 1, 6, 5])
    }

    @Test func `a key that extends another is a different key`() {
        #expect(NameKey("a") != NameKey("a\u{0}"))
        #expect(NameKey("ab"[...].dropLast()) == "a")
    }

    @Test func `dictionaries with name keys are written as objects`() throws {
        let values: [NameKey: Int] = ["a": 1, "\(Self.decomposed)": 2]
        let data = try JSONEncoder().encode(values)
        #expect(try JSONDecoder().decode([NameKey: Int].self, from: data) == values)
        #expect(data.first == UInt8(ascii: "{"))
    }

    @Test func `members of JSON objects are found by their bytes`() throws {
        let text = "{\"\(Self.composed)\": 1, \"\(Self.decomposed)\": 2}"
        let value = try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
        #expect(value[Self.composed]?.integer == 1)
        #expect(value[Self.decomposed]?.integer == 2)
        #expect(value.names.count == 2)
    }
}
