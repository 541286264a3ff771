import Testing

@testable import PostcardMemes

struct LineBreakTests {
    private func pieces(_ string: String) throws -> [String] {
        let text = try CaptionText(string, letterCase: .asTyped)
        let breaks = LineBreaks(text)
        var pieces: [String] = []
        var start = 0
        for index in text.boundaries.dropFirst() where index == text.count || breaks.kind(before: index) != nil {
            pieces.append(text.string(start..<index))
            start = index
        }
        return pieces
    }

    @Test(arguments: [
        ("one two", ["one ", "two"]),
        ("one\u{A0}two three", ["one\u{A0}two ", "three"]),
        ("well-known T-shirt −5 -5", ["well-", "known ", "T-shirt ", "−5 ", "-5"]),
        ("and/or 1/2", ["and/", "or ", "1/2"]),
        ("“Hello, world!” (yes)", ["“Hello, ", "world!” ", "(yes)"]),
        ("Vraiment ? Oui !", ["Vraiment ? ", "Oui !"]),
        ("a\u{200B}b", ["a\u{200B}", "b"]),
        ("漢字とカナ。「はい」", ["漢", "字", "と", "カ", "ナ。", "「は", "い」"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("한국어 자막", ["한국어 ", "자막"]),
        ("한국어", ["한", "국", "어"]),
        ("ไม่เว้นวรรค", ["ไม่", "เว้นวรรค"]),
        ("😂😂 👍🏽", ["😂", "😂 ", "👍🏽"]),
        ("x\ny", ["x\n", "y"]),
    ])
    func linesEndWhereTheScriptAllows(text: String, expected: [String]) throws {
        #expect(try pieces(text) == expected)
    }
}
