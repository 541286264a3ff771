import PostcardImaging
import Testing

@testable import PostcardMemes

struct WordDivisionTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)

    private func layout(_ text: String, upper: Bool = true) throws -> TextLayout {
        var caption = Caption(text, in: UnitBox(x: 0.03, y: 0.03, width: 0.94, height: 0.27))
        caption.letterCase = upper ? .upper : .asTyped
        return try caption.layout(on: PixelSize(width: 640, height: 480), fonts: Self.fonts)
    }

    /// The number of extra glyphs in each line: 1 for a hyphen.
    private func hyphens(_ layout: TextLayout) -> [Int] { layout.lines.map { $0.glyphs.count - $0.text.count } }

    @Test(arguments: [
        "Pneumonoultramicroscopicsilicovolcanoconiosis", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk",
        "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "превысокомногорассмотрительствующий",
    ])
    func `a long word is hyphenated if that makes the text larger`(word: String) throws {
        let layout = try layout(word)
        #expect(layout.lines.count > 1)
        #expect(layout.lines.map(\.text).joined() == word.uppercased())
        #expect(hyphens(layout).dropLast().allSatisfy { $0 == 1 })
        #expect(hyphens(layout).last == 0)
        // The text is at most 12% smaller than with a manual line break.
        let half = word.index(word.startIndex, offsetBy: word.count / 2)
        let byHand = try self.layout(word[..<half] + "-\n" + word[half...])
        #expect(layout.size > byHand.size * 0.88)
    }

    @Test(arguments: [
        ("getUserAccountByPhoneNumberFromTheDatabase", "[a-z](?=[A-Z])"),
        ("some_long_python_identifier_with_many_parts", "_"),
        ("https://example.com/watch?user=somebody&session=abcdef", "[/?=&.]"),
    ])
    func `names are broken at their joints`(name: String, ends: String) throws {
        let lines = try layout(name).lines
        #expect(lines.count > 1)
        #expect(lines.map(\.text).joined() == name.uppercased())
        var typed = Substring(name)
        for line in lines.dropLast() {
            let rest = typed.dropFirst(line.text.count)
            let isSmallThenCapital =
                typed.prefix(line.text.count).last?.isLowercase == true && rest.first?.isUppercase == true
            let isSign = "_/?=&.".contains(line.text.last ?? " ")
            #expect(ends.hasPrefix("[a-z]") ? isSmallThenCapital : isSign, "\(lines.map(\.text))")
            typed = rest
        }
    }

    @Test(arguments: ["https://example.com/averyverylongpathwithoutanyends", "#thisisaverylonghashtagwithoutends"])
    func `URLs have no hyphens`(address: String) throws {
        #expect(try hyphens(layout(address)).allSatisfy { $0 == 0 })
    }

    @Test(arguments: ["procrastination", "ONE DOES NOT SIMPLY", "Internationalization matters"])
    func `a word stays whole if dividing it gains little`(text: String) throws {
        let layout = try layout(text)
        #expect(hyphens(layout).allSatisfy { $0 == 0 })
        #expect(layout.lines.map(\.text).joined(separator: " ") == text.uppercased())
    }

    @Test func `a soft hyphen is visible at the end of a line`() throws {
        let layout = try layout("Incomprehensibil\u{AD}ities of bureau\u{AD}cracies everywhere")
        for line in layout.lines where line.text.hasSuffix("\u{AD}") {
            #expect(line.glyphs.contains { $0.id != 0 })
        }
        #expect(try self.layout("Donaudampfschiff\u{AD}fahrtsgesellschaft").lines[0].text.hasSuffix("\u{AD}"))
    }

    private func places(_ string: String) throws -> String {
        let text = try CaptionText(string, letterCase: .asTyped)
        let breaker = LineBreaker(text)
        let word = breaker.word(0..<text.count)
        var result = ""
        for index in 0..<text.count {
            if index > 0 {
                switch breaker.division(before: index, in: word) {
                case .joint: result += "|"
                case .syllable: result += "-"
                case .letters, .anywhere: break
                }
            }
            result += text.string(index..<index + 1)
        }
        return result
    }

    @Test(arguments: [
        ("photography", "pho-to-gra-phy"), ("Wissenschaft", "Wis-sen-schaft"), ("extraordinary", "extraor-di-nary"),
        ("камнетёсова", "кам-не-тё-сова"), ("iPhone15Professional", "iPho-ne|15|Pro-fes-sio-nal"),
        ("1,000,000", "1,000,000"),
    ])
    func `syllables start with a consonant`(word: String, expected: String) throws {
        #expect(try places(word) == expected)
    }

    @Test func `an endless word is laid out quickly`() throws {
        for letter in ["a", "b", "_", "aB", "ä", "1"] {
            let layout = try layout(String(repeating: letter, count: 7_000 / letter.count))
            #expect(!layout.lines.isEmpty)
        }
    }
}
