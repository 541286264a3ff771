import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct SiteNamesTests {
    private func names(_ originals: [String], folders: Bool = false) -> [String] {
        SiteNames.names(
            for: originals.compactMap { FilePath.Component($0) }, keepsExtension: folders, fallback: "picture")
    }

    @Test(arguments: [
        ("IMG_1234.JPG", "img_1234"), ("Summer in Paris.jpg", "summer-in-paris"), ("a.b.c.png", "a-b-c"),
        ("-x-.jpg", "x"), ("it's \"q\" <b>.jpg", "it-s-q-b"), ("noextension", "noextension"),
    ])
    func `a name keeps its ASCII alphanumeric characters`(original: String, name: String) {
        #expect(names([original]) == [name])
    }

    @Test(arguments: [
        "été.jpg", "東京.jpg", "a\nb.jpg", "\u{202E}gpj.a.jpg", "con.jpg", "index.jpg", "index-2.jpg", "….jpg",
    ])
    func `other names get a hash`(original: String) throws {
        let name = try #require(names([original]).first)
        #expect(name.wholeMatch(of: /[a-z0-9_]+(-[a-z0-9_]+)*-[0-9a-f]{8}/) != nil, "\(name)")
    }

    @Test func `names in a folder are distinct in every file system, regardless of their order`() {
        let originals = [
            "a.jpg", "A.JPG", "a.png", "A.jpg", "a b.jpg", "a-b.jpg", "caf\u{E9}.jpg", "cafe\u{301}.jpg",
            String(repeating: "n", count: 100) + "1.jpg", String(repeating: "n", count: 100) + "2.jpg",
        ]
        let first = names(originals)
        #expect(Set(first).count == originals.count)
        #expect(first[0] == "a")
        #expect(first[5] == "a-b")
        #expect(Array(names(originals.reversed()).reversed()) == first)
        #expect(first.allSatisfy { $0.utf8.count <= 69 })
    }

    @Test func `folder names keep the part after a dot`() {
        #expect(names(["v1.2", "v1.3"], folders: true) == ["v1-2", "v1-3"])
    }
}
