import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct MemeLineTests {
    /// Pairs of text and path, made by memegen's published functions.
    @Test(arguments: [
        ("Hello world", "Hello_world"), ("How are you?", "How_are_you~q"),
        ("50% off #1 & more", "50~p_off_~h1_~a_more"),
        ("snake_case", "snake__case"), ("kebab-case", "kebab--case"), ("say \"hi\"", "say_''hi''"),
        ("a/b\\c", "a~sb~bc"), ("under_ score", "under__-score"), ("--flag", "----flag"), ("", "_"),
        ("two\nlines", "two~nlines"), ("1 < 2 > 0", "1_~l_2_~g_0"), ("日本語", "日本語"),
    ])
    func `text is encoded and decoded as in memegen`(text: String, segment: String) {
        #expect(MemeLine.encode(text) == segment)
        #expect(MemeLine.decode(segment) == (text.isEmpty ? " " : text))
    }

    @Test(arguments: [
        ("with-dashes", "with dashes"), ("~x", "~x"), ("~", "~"), ("it's", "it's"), ("a_--_b", "a - b"), ("_-", "  "),
    ])
    func `other spellings are decoded too`(segment: String, text: String) {
        #expect(MemeLine.decode(segment) == text)
    }

    /// All texts of up to six characters with a special spelling.
    @Test func `encoded text decodes to the same text`() {
        var texts = [""]
        for _ in 0..<6 { texts += texts.flatMap { text in " _-x".map { text + "\($0)" } } }
        let wrong = Set(texts).filter { !$0.isEmpty && MemeLine.decode(MemeLine.encode($0)) != $0 }
        #expect(wrong.isEmpty)
        #expect(texts.count > 4_000)
    }

    @Test func `encoding a decoded spelling is stable`() {
        for segment in ["a-b", "a__-b", "_", "___", "----", "~q~q", "''", "a_-_b", "---_"] {
            let canonical = MemeLine.encode(MemeLine.decode(segment))
            #expect(MemeLine.encode(MemeLine.decode(canonical)) == canonical)
        }
    }

    @Test(arguments: [
        (":thumbsup:_nice_:fire:", "👍 nice 🔥"), (":rocket::rocket:", "🚀🚀"), (":thumbs_up:", "👍"),
        ("10:30:45", "10:30:45"),
        (":no_such_emoji:", ":no such emoji:"), (":", ":"), ("a:joy", "a:joy"), (":heart:", "❤️"),
    ])
    func `short names of emoji are replaced`(segment: String, expected: String) throws {
        let address = try MemeAddress("verdict/\(segment).png")
        #expect(address.lines == [expected])
        #expect(try MemeAddress(address.path.dropFirst("/images/".count)).lines == [expected])
    }

    @Test(arguments: ["verdict/%zz.png", "verdict/%FF.png", "%00/a.png", "verdict/a%2.png"])
    func `malformed encoding is an error`(path: String) {
        #expect(throws: HTTPError.self) { try MemeAddress(path[...]) }
        #expect(throws: HTTPError.self) { try QueryItems("font=\(path)") }
    }

    @Test func `parameters are decoded as in forms`() throws {
        let items = try QueryItems("a=1+2&a=%26&b=&c&=d&e=f=g")
        #expect(items.all("a") == ["1 2", "&"])
        #expect((items["b"], items["c"], items["e"]) == (nil, nil, "f=g"))
        #expect(items.all("b") == [""])
    }
}
