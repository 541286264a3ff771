import PostcardImaging
import Testing

@testable import PostcardMemes

struct MarkedTextTests {
    /// The parts in short form: b for bold, s for slanted, c for colored.
    private func parts(_ text: String) -> [String] {
        MarkedText(text).parts.map { part in
            let look =
                (part.look.isBold ? "b" : "") + (part.look.isSlanted ? "s" : "") + (part.look.color == nil ? "" : "c")
            return look.isEmpty ? part.text : "\(look):\(part.text)"
        }
    }

    @Test(arguments: [
        ("so *very* good", ["so ", "b:very", " good"]), ("_why_?", ["s:why", "?"]), ("*two words*", ["b:two words"]),
        ("a [gold]red[/] b", ["a ", "c:red", " b"]), ("[#f00]*x* y[/]", ["bc:x", "c: y"]),
        ("*a _b_*", ["b:a ", "bs:b"]), ("*_a_*", ["bs:a"]), ("_*a*_!", ["bs:a", "!"]),
        ("*[red]a[/] b*", ["bc:a", "b: b"]), ("*2*3*", ["b:2*3"]), ("*a* b*", ["b:a", " b*"]),
        ("[red]a [blue]b[/] c[/]", ["c:a ", "c:b", "c: c"]), ("[red]H[/]ello", ["c:H", "ello"]),
        ("(*a*) “_b_” «*c*»", ["(", "b:a", ") “", "s:b", "” «", "b:c", "»"]), ("*wow*😂", ["b:wow", "😂"]),
        ("これは*太字*です", ["これは", "b:太字", "です"]), ("*치킨*은", ["b:치킨", "은"]), ("*مرحبا* بك", ["b:مرحبا", " بك"]),
        ("[sighs] *no*", ["[sighs] ", "b:no"]), ("*[sighs]*", ["b:[sighs]"]), ("_snake_case_", ["s:snake_case"]),
        ("a **b c** d", ["a ", "b:b c", " d"]), ("***wow***!", ["bs:wow", "!"]),
        ("**a *b* _c_**", ["b:a *b* ", "bs:c"]),
        ("****a****", ["****a****"]), ("f***ing **** 2**3**4 ** a **", ["f***ing **** 2**3**4 ** a **"]),
        ("**not\nclosed**", ["**not\nclosed**"]), (#"\**kept**"#, ["**kept**"]),
        ("[red]two\nlines[/]", ["c:two\nlines"]), ("*a*\n*b*", ["b:a", "\n", "b:b"]),
    ])
    func `markup sets the look of words`(text: String, expected: [String]) {
        #expect(parts(text) == expected)
    }

    @Test(arguments: [
        "2*3*4", "5 * 3 * 2", "snake_case_name", "__init__", "_id of user_id", "f(x)[0]", "a[i] = *p", ":_)", "***",
        "**", "*", "_",
        "**double*", "*_*", "^_^ hi ^_^", "-_- no -_-", ">_< no >_<", "T_T o_o", "¯_(ツ)_/¯", #"¯\_(ツ)_/¯"#,
        #"\_(ツ)_/"#,
        "[sic]", "[sic]x[/]", "[gold]open", "[/]", "[red][/]", "[red] [/]", "* a *", "*a *", "* a*", "*not\nclosed*",
        "a*",
        "*terms apply", "f*** you ***", "https://example.org/_a_/b", #"C:\new and \x"#, "*[/]", "[]*", #"\"#, "😂*a",
    ])
    func `other signs are kept`(text: String) {
        #expect(parts(text) == [text])
    }

    @Test(arguments: [
        (#"\*a\* \[gold]b[/] \x"#, "*a* [gold]b[/] \\x"), (#"\_a\_"#, "_a_"), (#"*a\* b*"#, "a* b"),
        (#"\*note"#, "*note"),
    ])
    func `a sign after a backslash is kept`(text: String, expected: String) {
        #expect(MarkedText(text).text == expected)
    }

    /// Searching the rest of the text for each closing sign would exceed the time that a test can run without output.
    @Test(arguments: [
        ("*a ", "*a "), ("[red]", "[red]"), ("_*", "_*"), ("[red]a[/]", "a"), ("a \\*b", "a *b"), ("*a* ", "a "),
        ("[/]", "[/]"), ("_(", "_("), ("*_", "*_"),
    ])
    func `endless markup is read in one pass`(mark: String, shown: String) {
        let count = 300_000 / mark.count
        // A failure must not print a text of 300,000 characters.
        let isRight = MarkedText(String(repeating: mark, count: count)).text == String(repeating: shown, count: count)
        #expect(isRight, "\(mark)")
    }

    @Test func `a plain caption keeps its signs`() {
        var caption = Caption("*a*")
        #expect(caption.plainText == "a")
        caption.isPlain = true
        #expect(caption.plainText == "*a*")
    }

    /// ß and ﬁ become two letters, and white space at either end disappears.
    @Test func `looks stay with their words in another case`() throws {
        let text = try CaptionText(" ßﬁ [red]ß[/] _a_ ", letterCase: .upper, hasMarks: true)
        #expect(text.string(0..<text.count) == "SSFI SS A")
        let looks = (0..<text.count).map { text.look(of: $0) }
        #expect(looks.map { $0.color != nil } == [false, false, false, false, false, true, true, false, false])
        #expect(looks.map(\.isSlanted) == [false, false, false, false, false, false, false, false, true])
    }
}
