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
    func `capitals follow Unicode and Greek printing conventions`(typed: String, expected: String) throws {
        #expect(try text(typed, .upper) == expected)
    }

    @Test(arguments: [
        ("istanbul", "tr", "İSTANBUL"), ("istanbul", "tr-TR", "İSTANBUL"), ("ilham", "az", "İLHAM"),
        ("istanbul", "en", "ISTANBUL"), ("diyarbakır ığdır", nil, "DİYARBAKIR IĞDIR"), ("gözəldir", nil, "GÖZƏLDİR"),
        ("iş", nil, "İŞ"), ("işte", "en", "IŞTE"), ("iaşi şi ţară", nil, "IAŞI ŞI ŢARĂ"),
        ("dilşad û şêr", nil, "DILŞAD Û ŞÊR"),
        ("it is", nil, "IT IS"),
    ])
    func `capitals follow the language`(typed: String, language: String?, expected: String) throws {
        let text = try CaptionText(typed, letterCase: .upper, language: language)
        #expect(text.string(0..<text.count) == expected)
    }

    @Test func `lowercase letters follow the language`() throws {
        let text = try CaptionText("DİYARBAKIR", letterCase: .lower, language: "tr")
        #expect(text.string(0..<text.count) == "diyarbakır")
    }

    @Test(arguments: [
        ("Ἀθῆναι", "ΑΘΗΝΑΙ"), ("ᾳ ῷ ᾴ", "ΑΙ ΩΙ ΑΙ"), ("Μάιος", "ΜΑΪΟΣ"), ("τσάι", "ΤΣΑΪ"), ("άυλος", "ΑΫΛΟΣ"),
        ("ρολόι, ή όχι", "ΡΟΛΟΪ, Ή ΟΧΙ"), ("μαϊμού", "ΜΑΪΜΟΥ"), ("προΐσταμαι", "ΠΡΟΪΣΤΑΜΑΙ"), ("Γεια! é", "ΓΕΙΑ! É"),
        ("η\u{301} α\u{301}υλος", "Ή ΑΫΛΟΣ"),
    ])
    func `Greek capitals lose accents and breathings`(typed: String, expected: String) throws {
        #expect(try text(typed, .upper) == expected)
    }

    @Test(arguments: [
        ("\nHELLO WORLD", "HELLO WORLD"), ("\n\nLEAD AND TRAIL\n\n", "LEAD AND TRAIL"), ("  HELLO  ", "HELLO"),
        ("a\n  b \n\n c", "a\nb \n\nc"), ("\u{3000}あ\u{3000}", "あ"), ("\t a", "a"), ("\u{A0}a", "\u{A0}a"),
    ])
    func `white space at the ends disappears`(typed: String, expected: String) throws {
        #expect(try text(typed) == expected)
    }

    @Test(arguments: ["\u{3164}", "a\u{3164}", "\u{1160}", "\u{FFA0}\u{115F}"])
    func `Hangul fillers disappear`(typed: String) throws {
        #expect(try text(typed) == typed.filter { $0 == "a" })
    }

    @Test func `jamo keep their fillers`() throws {
        #expect(try text("\u{115F}\u{1161}").unicodeScalars.map(\.value) == [0x115F, 0x1161])
    }

    @Test(
        arguments: [
            "", " ", "\n\t", "\u{A0}", "\u{200B}", "\u{FEFF}", "\u{1}", "\u{2800}", "\u{3164}", "\u{202E}",
        ])
    func `invisible text is blank`(text: String) throws {
        #expect(Caption.isBlank(text))
        #expect(!Caption.isBlank(text + "."))
        #expect(Meme.classic(top: text).captions.isEmpty)
    }

    @Test(arguments: [(true, "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ ABC"), (false, "საქართველო ABC")])
    func `Georgian keeps its letters if no font has the capitals`(hasCapitals: Bool, expected: String) throws {
        var text = try CaptionText("საქართველო abc", letterCase: .upper)
        try text.lowerGeorgian { _ in hasCapitals }
        let scalars = text.scalars.compactMap { Unicode.Scalar($0) }
        #expect(String(String.UnicodeScalarView(scalars)) == expected)
    }

    @Test func `control characters disappear and line breaks are unified`() throws {
        #expect(try text("a\u{0}\u{7}b\tc\r\nd\u{85}e\u{2028}f\u{1B}") == "ab c\nd\ne\nf")
    }

    @Test(arguments: [
        String(repeating: "lorem ", count: 10_000), "a" + String(repeating: "\u{301}", count: 100_000),
        "a" + String(repeating: "\u{301}", count: 300), String(repeating: "👨\u{200D}", count: 300),
    ])
    func `text that is too long causes an error`(text: String) {
        #expect { try CaptionText(text, letterCase: .upper) } throws: { ($0 as? MemeError)?.code == .textTooLong }
    }

    @Test(arguments: [
        ("A", false), ("1", false), ("1\u{FE0F}\u{20E3}", true), ("😂", true), ("☺", false), ("☺\u{FE0F}", true),
        ("😂\u{FE0E}", false), ("🇫🇷", true), ("👍🏽", true), ("👨‍👩‍👧‍👦", true), ("©", false), ("中", false),
    ])
    func `emoji are distinguished from text`(character: String, isEmoji: Bool) {
        #expect(TextCluster.isEmoji(character.unicodeScalars.map(\.value)[...]) == isEmoji)
    }
}
