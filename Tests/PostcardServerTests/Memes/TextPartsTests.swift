import Testing

@testable import PostcardServer

@Suite struct TextPartsTests {
    @Test(arguments: [
        ("One does not simply ship on Friday", 2, ["One does not simply", "ship on Friday"]),
        ("Fix the bug. Rewrite it in a weekend.", 2, ["Fix the bug.", "Rewrite it in a weekend."]),
        ("Fix the bug. Rewrite it in a weekend.", 4, ["Fix the bug.", "Rewrite it in a weekend."]),
        ("No? Yes! Maybe.", 3, ["No?", "Yes!", "Maybe."]),
        ("Print debugging, a debugger, logging", 3, ["Print debugging,", "a debugger,", "logging"]),
        ("first\nsecond line that is much longer", 2, ["first", "second line that is much longer"]),
        ("a. b. c. d.", 2, ["a. b.", "c. d."]), ("Hello", 3, ["Hello"]), ("  ", 2, []), ("", 1, []),
        ("Everything on one sign, as it is", 1, ["Everything on one sign, as it is"]),
        ("He said \"no.\" She said \"yes.\"", 2, ["He said \"no.\"", "She said \"yes.\""]),
        ("是吗？不是。", 2, ["是吗？不是。"]),
    ])
    func textIsDividedWhereItReadsWell(text: String, places: Int, parts: [String]) {
        #expect(TextParts(text).divided(into: places) == parts)
    }

    @Test(arguments: 1...12)
    func nothingIsLostAndNothingIsEmpty(places: Int) {
        let text = "The quick brown fox, which is tired, jumps over the lazy dog. It sleeps; the dog does not."
        let parts = TextParts(text).divided(into: places)
        #expect(parts.joined(separator: " ") == text)
        #expect((1...places).contains(parts.count))
        #expect(!parts.contains(""))
    }

    @Test func linesAndSentencesAreCounted() {
        #expect(TextParts("One. Two! Three").count == 3)
        #expect(TextParts("one\n\ntwo").count == 2)
        #expect(TextParts("version 1.5 of it").count == 1)
        #expect(TextParts("").count == 0)
    }
}
