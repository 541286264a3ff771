import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct CompactCodeTests {
    @Test(arguments: [
        ("a\n// b\nc\n", "a\nc"), ("/** a\n * b\n */\nc", "c"), ("a\n\n  \n\nb\n", "a\nb"),
        ("    /* a */\nb { c: d } /* e */\n", "b { c: d } /* e */"),
        ("/** @type {A} */ (b).c();\n", "(b).c();"),
        ("a = /** @type {A[]} */ ([]), /** @type {B} */\nc; /** @type", "a=([]),c; /** @type"),
        ("a = 'https://b'; // c,\nd = e;\n", "a = 'https://b'; // c,\nd=e;"),
        ("/* a\n\n b */\n", ""), ("", ""), ("a", "a"), ("/**/\na", "a"),
        ("a(\n    b,\n);", "a(b,);"),
        ("if (a && !b) {\n    return [c, -1];\n}\nd();", "if(a&&!b){return[c,-1];}\nd();"),
        ("a + +b - -c in d", "a + +b - -c in d"),
        ("return 'a  =  \\'b' + \"'  ,\" ;", "return 'a  =  \\'b' + \"'  ,\";"),
        ("a = / = /;\nb = c;", "a = / = /;b=c;"), ("a = `${b} , ${\n    c\n}  ,`,\nd", "a = `${b} , ${\nc}  ,`,\nd"),
        ("a\n(b)\n.c\n? d\n: e", "a\n(b).c?d:e"), ("a = `b,\nc`;", "a = `b,\nc`;"),
    ])
    func `scripts keep their tokens, but not the spaces around punctuation`(script: String, sent: String) {
        #expect(String(decoding: CompactCode(Array(script.utf8), isStyle: false).bytes, as: UTF8.self) == sent)
    }

    @Test(arguments: [
        (".a .b,\n.c :hover {\n    color: red;\n}\n.d {\n}\n", ".a .b,.c :hover{color:red;}\n.d{}"),
        ("a > b { margin: -1px calc(1px + 2px) }", "a>b{margin:-1px calc(1px + 2px)}"),
        ("@media (width >= 60px) and (hover) {\n}", "@media (width>= 60px) and (hover){}"),
        ("a { content: ' ; ' }\na { font: 1px / 2 b , c }", "a{content:' ; '}\na { font: 1px / 2 b , c }"),
    ])
    func `style sheets keep the spaces between selectors and values`(style: String, sent: String) {
        #expect(String(decoding: CompactCode(Array(style.utf8), isStyle: true).bytes, as: UTF8.self) == sent)
    }

    @Test func `each line of a template's text in the app's scripts contains a backtick`() throws {
        for name in AppFiles.program.names where name.hasSuffix(".js") {
            let text = try String(contentsOf: AppFileTests.folder.appending(path: name), encoding: .utf8)
            var (isInside, needsBacktick) = (false, false)
            for line in text.split(separator: "\n") {
                let count = line.count { $0 == "`" }
                #expect(count > 0 || !needsBacktick, "\(name): \(line)")
                if count % 2 == 1 { isInside.toggle() }
                needsBacktick = isInside && count > 0 && !line.hasSuffix("${")
            }
            #expect(!isInside, "\(name)")
        }
    }
}
