import Foundation
import Testing

import PostcardPhotos
@testable import PostcardSources

struct HTMLTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("<a href=\"//x.org/\">Ann &amp; Bob</a>", "Ann & Bob"), ("a<br/>b<p>c</p>d", "a b c d"),
        ("  much \n space\t", "much space"), ("&lt;b&gt; &#233;&#xE9;&nbsp;&unknown; &", "<b> éé &unknown; &"),
        ("3 < 4 and 5 > 4", "3 < 4 and 5 > 4"), ("<style>a{b:c}</style>x<script>y</script>z", "xz"),
        ("<b>never closed", "never closed"), ("<a never ended", ""), ("<!-- note -->x", "x"), ("", ""),
        ("&#0;&#xD800;", "&#xD800;"),
    ])
    func `tags are removed and entities decoded`(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func `long text is cut`() {
        #expect(HTMLText.plain(String(repeating: "ab ", count: 500), limit: 10) == "ab ab ab …")
    }

    @Test(
        arguments: [
            ("<a href=\"//commons.wikimedia.org/wiki/User:A\">A</a>", "https://commons.wikimedia.org/wiki/User:A"),
            ("by <a class=\"x\" href=\"http://a.org/?b&amp;c\">A</a>", "http://a.org/?b&c"),
            ("<a href=\"javascript:alert(1)\">A</a>", nil), ("<a href=\"/wiki/A\">A</a>", nil), ("none", nil),
        ] as [(String, String?)])
    func `the first link is found`(html: String, address: String?) {
        #expect(HTMLText.firstLink(in: html)?.absoluteString == address)
    }

    @Test(arguments: [
        ("cc-by", ["cc-by-1.0", "cc-by-2.0", "cc-by-2.5", "cc-by-3.0", "cc-by-4.0"]),
        ("CC-BY-SA-4.0", ["cc-by-sa-4.0"]),
        ("cc0", ["cc0-1.0"]), ("free", []), ("", []),
    ])
    func `licenses are found by their short names`(label: String, ids: [String]) {
        #expect(License.matching(label).map(\.id).sorted() == ids)
    }

    @Test func `no-derivatives licenses are not allowed for memes`() {
        let licenses = License.matching("derivatives")
        #expect(!licenses.isEmpty)
        #expect(licenses.allSatisfy { $0.allowsDerivatives })
    }
}
