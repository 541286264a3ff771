import Testing

@testable import PostcardMemes

struct LineBreakTests {
    private func pieces(_ string: String, usesDictionaries: Bool = false) throws -> [String] {
        let text = try CaptionText(string, letterCase: .asTyped)
        let breaks = LineBreaker(text, usesDictionaries: usesDictionaries)
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
        ("spring-2026/tulips 24/7 50/h", ["spring-2026/", "tulips ", "24/7 ", "50/h"]),
        ("“Hello, world!” (yes)", ["“Hello, ", "world!” ", "(yes)"]),
        ("Vraiment ? Oui !", ["Vraiment ? ", "Oui !"]),
        ("Quoi ?! « Non »", ["Quoi ?! ", "« Non »"]),
        ("„So“ sagt er", ["„So“ ", "sagt ", "er"]),
        ("wait…what …and ...so", ["wait…", "what ", "…and ", "...so"]),
        ("བཀྲ་ཤིས", ["བཀྲ་", "ཤིས"]),
        ("ሰላም፡ለሁሉም", ["ሰላም፡", "ለሁሉም"]),
        ("他说：“好。”然后走了", ["他", "说：", "“好。”", "然", "后", "走", "了"]),
        ("a\u{200B}b", ["a\u{200B}", "b"]),
        ("漢字とカナ。「はい」", ["漢", "字", "と", "カ", "ナ。", "「は", "い」"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("ラーメン々、2026年。", ["ラー", "メ", "ン々、", "2026", "年。"]),
        ("한국어 자막", ["한국어 ", "자막"]),
        ("한국어", ["한", "국", "어"]),
        ("ไม่เว้นวรรค", ["ไม่", "เว้นวรรค"]),
        ("😂😂 👍🏽", ["😂", "😂 ", "👍🏽"]),
        ("x\ny", ["x\n", "y"]),
    ])
    func `lines end where the script allows`(text: String, expected: [String]) throws {
        #expect(try pieces(text) == expected)
    }

    @Test(
        .enabled(if: LineBreakTests.hasThaiWords, "needs Debian's libthai0"),
        arguments: [
            ("อย่าปล่อยของวันศุกร์", ["อย่า", "ปล่อย", "ของ", "วัน", "ศุกร์"]),
            ("ใช้Swiftดีมาก ครับ", ["ใช้", "Swift", "ดี", "มาก ", "ครับ"]),
        ])
    func `Thai is broken between words`(text: String, expected: [String]) throws {
        #expect(try pieces(text, usesDictionaries: true) == expected)
    }

    private static let hasThaiWords: Bool = {
        guard let text = try? CaptionText("ไทย", letterCase: .asTyped) else { return false }
        return LineBreaker.thaiWords(in: text) != nil
    }()
}
