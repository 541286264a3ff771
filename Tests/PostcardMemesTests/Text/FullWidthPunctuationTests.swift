import PostcardImaging
import Testing

@testable import PostcardMemes

struct FullWidthPunctuationTests {
    @Test(arguments: [
        ("老板：“这个”", [3, 6]), ("「あと」と言って", [0]), ("言う。」。と", [2, 3]), ("（『本』）を", [0, 1, 3]), ("何、\n「今」\n", [1, 3, 5]),
        ("a “b” (c), d", []), ("雪　（夜）　朝", [2, 4]), ("一・二", []), ("", []),
    ])
    func `punctuation beside punctuation or at an end of a line becomes half as wide`(text: String, expected: [Int]) {
        #expect(FullWidthPunctuation.narrowed(in: text.unicodeScalars.map(\.value)) == expected)
    }

    @Test(.enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"), arguments: [false, true])
    func `the gap between two marks is half a character`(isVertical: Bool) throws {
        func length(_ text: String) throws -> Int {
            var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: 1, height: 1))
            caption.language = "zh-Hans"
            caption.isVertical = isVertical
            return try #require(try caption.layout(on: PixelSize(width: 800, height: 800)).lines.first).width
        }
        let character = try length("老老") - length("老")
        #expect(try length("老：「老") - length("老：老") == character / 2)
        #expect(try length("老「老") - length("老老") == character)
    }
}
