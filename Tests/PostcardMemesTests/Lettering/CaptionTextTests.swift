import Testing

@testable import PostcardMemes

struct CaptionTextTests {
    private func text(_ string: String, _ letterCase: LetterCase = .asTyped) throws -> String {
        let text = try CaptionText(string, letterCase: letterCase)
        return text.string(0..<text.count)
    }

    @Test(arguments: [
        ("Größe", "GRÖSSE"), ("ŉ ﬁ", "ʼN FI"), ("καλημέρα ΐ ή", "ΚΑΛΗΜΕΡΑ Ϊ Ή"), ("αϋ\u{301}", "ΑΫ"),
        ("жизнь", "ЖИЗНЬ"),
    ])
    func capitalsFollowUnicodeAndGreekPrint(typed: String, expected: String) throws {
        #expect(try text(typed, .upper) == expected)
    }

    @Test func controlsVanishAndLineEndsAreOne() throws {
        #expect(try text("a\u{0}\u{7}b\tc\r\nd\u{85}e\u{2028}f\u{1B}") == "ab c\nd\ne\nf")
    }

    @Test(arguments: [
        String(repeating: "lorem ", count: 10_000), "a" + String(repeating: "\u{301}", count: 100_000),
        "a" + String(repeating: "\u{301}", count: 300), String(repeating: "👨\u{200D}", count: 300),
    ])
    func excessIsAnError(text: String) {
        #expect { try CaptionText(text, letterCase: .upper) } throws: { ($0 as? MemeError)?.code == .textTooLong }
    }

    @Test(arguments: [
        ("A", false), ("1", false), ("1\u{FE0F}\u{20E3}", true), ("😂", true), ("☺", false), ("☺\u{FE0F}", true),
        ("😂\u{FE0E}", false), ("🇫🇷", true), ("👍🏽", true), ("👨‍👩‍👧‍👦", true), ("©", false), ("中", false),
    ])
    func emojiAreToldFromText(character: String, isEmoji: Bool) {
        #expect(TextCluster.isEmoji(character.unicodeScalars.map(\.value)[...]) == isEmoji)
    }
}
