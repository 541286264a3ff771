import Testing

@testable import PostcardCore

@Suite struct NaturalKeyTests {
    @Test(arguments: [
        ("a2", "a10", true), ("a10", "a2", false), ("a02", "a2", false), ("a2", "a02", true), ("A", "b", true),
        ("a", "B", true),
        ("a", "a1", true), ("a", "a", false), ("a1b2", "a1b10", true),
        ("99999999999999999999998", "99999999999999999999999", true),
    ])
    func `numbers in names are compared as numbers`(left: String, right: String, isBefore: Bool) {
        #expect((NaturalKey(left.utf8) < NaturalKey(right.utf8)) == isBefore)
    }
}
