import PostcardImaging
import Testing

@testable import PostcardMemes

struct PhraseTests {
    /// The text, split where a line can end without breaking a phrase.
    private func phrases(_ string: String) throws -> [String] {
        let text = try CaptionText(string, letterCase: .asTyped)
        let breaks = LineBreaker(text, usesDictionaries: false)
        var phrases: [String] = []
        var start = 0
        for index in text.boundaries.dropFirst() {
            guard index == text.count || breaks.kind(before: index) != nil && !breaks.dividesPhrase(before: index)
            else {
                continue
            }
            phrases.append(text.string(start..<index))
            start = index
        }
        return phrases
    }

    @Test(arguments: [
        ("バグを直したのに、なぜ動くのか", ["バグを", "直したのに、", "なぜ", "動くのか"]),
        ("金曜日のリリースは禁止", ["金曜日の", "リリースは", "禁止"]),
        ("「お知らせ」を読む", ["「お知らせ」を", "読む"]),
        ("Swiftで書いた2026年の春😂", ["Swiftで", "書いた", "2026年の", "春😂"]),
        ("我写了测试，但是没有运行", ["我写了测试，", "但是没有运行"]),
        ("ไม่เว้นวรรค ครับ", ["ไม่เว้นวรรค ", "ครับ"]),
        ("plain words", ["plain ", "words"]),
    ])
    func `phrases are words with their particles`(text: String, expected: [String]) throws {
        #expect(try phrases(text) == expected)
    }

    /// Returns the lines of the text in a font that has none of its characters, and draws boxes of equal width.
    private func lines(_ text: String, width: Double, height: Double = 300) throws -> [String] {
        var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: width / 1000, height: height / 1000))
        caption.font = .typeface(try SyntheticFont.typeface())
        caption.maximumSize = .pixels(90)
        return try caption.layout(on: .square(1000), fonts: FontLibrary(usesSystemFonts: false)).lines.map(\.text)
    }

    @Test func `lines end where phrases end`() throws {
        #expect(try lines("バグを直したのに、なぜ動くのか", width: 500) == ["バグを直したのに、", "なぜ動くのか"])
        #expect(try lines("金曜日のリリースは禁止", width: 420) == ["金曜日の", "リリースは禁止"])
    }

    @Test func `a phrase is broken if the text would otherwise be small`() throws {
        #expect(try lines("これはとてもながいことばです", width: 250).count > 1)
    }

    @Test(arguments: [
        "バグを直したのに、なぜ動くのか。", "ちょっと待って、それは仕様です！", "「テスト」は、いつも（たぶん）通る。", "コーヒーがないと、コードが書けない……",
    ])
    func `no line starts with a character that belongs to the previous line`(text: String) throws {
        for width in stride(from: 60.0, through: 1000, by: 20) {
            let lines = try lines(text, width: width)
            #expect(lines.joined() == text)
            for line in lines.dropFirst() {
                let first = try #require(line.first)
                try #require(!"、。！…ー）」ゃゅょっァィゥェォッャュョ".contains(first), "\(lines) at \(width)")
            }
            for line in lines { try #require(!"（「".contains(try #require(line.last)), "\(lines) at \(width)") }
        }
    }
}
