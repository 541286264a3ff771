import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// `postcard gallery`.
@Suite struct GalleryCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func make(_ options: String...) async throws -> PostcardCommand.Result {
        try await postcard.run(["gallery", "in", "--to", "site"] + options)
    }

    private func page(_ name: String) throws -> String {
        String(decoding: try folder.read("site/\(name)"), as: UTF8.self)
    }

    /// The names of the files in the site, except the record of results.
    private func site() throws -> [String] {
        try folder.files().filter { $0.hasPrefix("site/") && !$0.hasSuffix(".postcard-results") }.map {
            String($0.dropFirst(5))
        }
    }

    /// Writes a picture with a date, a title, a camera and a position.
    private func write(_ name: String, day: Int = 9, title: String = "", latitude: Double = 48.8584) throws {
        var exif = EXIFBlock()
        if !title.isEmpty { exif.addText(0x010E, title) }
        exif.addText(0x0110, "Box Brownie")
        exif.addEXIFText(0x9003, "2024:06:0\(day) 21:14:03")
        exif.addPosition(latitude: latitude, longitude: 2.2945)
        try folder.write(exif.inserted(intoJPEG: TestPicture.gradient(64, 48).encoded(as: .jpeg())), as: "in/\(name)")
    }

    @Test func `each folder and each picture has a page`() async throws {
        try write("tower.jpg", title: "The <tower>")
        try write("Left Bank/seine.jpg")
        let result = try await make()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "site/index.html: 2 albums, 2 pictures, 0 videos\n")
        #expect(
            try site() == [
                "gallery.css", "gallery.js", "index.html", "left-bank/index.html", "left-bank/seine.html",
                "left-bank/seine.large.jpg", "left-bank/seine.small.jpg", "tower.html", "tower.large.jpg",
                "tower.small.jpg",
            ])
        let root = try page("index.html")
        for text in [
            "href=\"left-bank/index.html\"", "src=\"tower.small.jpg\"", "alt=\"The &lt;tower&gt;\"",
            "<svg class=\"map\"",
        ] {
            #expect(root.contains(text), "\(text)")
        }
        let picture = try page("left-bank/seine.html")
        for text in ["href=\"../gallery.css\"", "href=\"index.html#seine\"", "9 June 2024, 21:14", "Box Brownie"] {
            #expect(picture.contains(text), "\(text)")
        }
    }

    @Test(arguments: [("none", false, false, false), ("places", true, true, false), ("all", true, true, true)])
    func `the camera, map and positions are shown only if allowed`(
        positions: String, hasCamera: Bool, hasMap: Bool, hasPositions: Bool
    ) async throws {
        try write("a/1.jpg", latitude: 48.858444)
        let result = try await make("--positions", positions, "--originals", "copy", "--webp")
        #expect(result.status == 0, "\(result.errors)")
        let pictures = try page("a/1.html")
        #expect(pictures.contains("Box Brownie") == hasCamera)
        #expect(try page("index.html").contains("<svg class=\"map\"") == hasMap)
        #expect(pictures.contains("48.8584") == hasPositions)
        for name in ["1.jpg", "1.small.jpg", "1.large.jpg", "1.large.webp"] {
            let metadata = try TestPicture.header(of: folder.read("site/a/\(name)")).metadata
            #expect((metadata.position != nil) == hasPositions, "\(name)")
        }
        let everything = try site().map { String(decoding: try folder.read("site/\($0)"), as: UTF8.self) }
        #expect(everything.contains { $0.contains("48.8584") } == hasPositions)
    }

    @Test func `captions are also read from sidecars`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        for (name, title) in [("a.jpg.xmp", "By the <i>river</i>"), ("b.xmp", "Unused")] {
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
                <rdf:li xml:lang="x-default">\(title.replacingOccurrences(of: "<", with: "&lt;"))</rdf:li></rdf:Alt></dc:title>
                <dc:description>Long story</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
                """
            try folder.write(Array(packet.utf8), as: "in/\(name)")
        }
        #expect(try await make().status == 0)
        let picture = try page("a.html")
        #expect(picture.contains("<h1 dir=\"auto\">By the &lt;i&gt;river&lt;/i&gt;</h1>"))
        #expect(picture.contains("<p>Long story</p>"))
        // Changing the sidecar changes the page, even if the picture stays the same.
        try folder.write(Array("<x/>".utf8), as: "in/a.jpg.xmp")
        #expect(try await make().errors.contains("1 up to date"))
        #expect(!(try page("a.html")).contains("Long story"))
    }

    @Test func `the next run processes only changes, and removes only files of missing pictures`() async throws {
        for name in ["a.jpg", "b.jpg", "old/c.jpg"] { try write(name) }
        #expect(try await make().status == 0)
        try folder.write([1], as: "site/mine.html")
        try folder.write([2], as: "site/old/notes.txt")
        let before = try attributes()
        let again = try await make()
        #expect(again.errors.contains("0 pictures processed, 3 up to date"), "\(again.errors)")
        #expect(try attributes() == before)

        try FileManager.default.removeItem(atPath: folder.path("in/old"))
        try write("b.jpg", title: "New")
        let changed = try await make()
        #expect(changed.errors.contains("1 picture processed, 1 up to date, 4 old files removed"), "\(changed.errors)")
        #expect(try page("b.html").contains("New"))
        #expect(try site().filter { $0.hasPrefix("old/") || $0.hasPrefix("mine") } == ["mine.html", "old/notes.txt"])
        #expect(try attributes()["site/a.html"] == before["site/a.html"])
    }

    /// The inodes of the files in the site. A file's inode changes when the file is written.
    private func attributes() throws -> [String: UInt64] {
        try Dictionary(
            uniqueKeysWithValues: folder.files().filter { $0.hasPrefix("site/") && !$0.hasSuffix("results") }.map {
                let facts = try FileManager.default.attributesOfItem(atPath: folder.path($0))
                return ($0, (facts[.systemFileNumber] as? UInt64) ?? 0)
            })
    }

    @Test func `a broken picture is reported, and the files of its earlier version are kept`() async throws {
        for name in ["a.jpg", "b.jpg"] { try write(name) }
        #expect(try await make().status == 0)
        try folder.write(Array(folder.read("in/a.jpg").prefix(300)), as: "in/a.jpg")
        let result = try await make()
        #expect(result.status == 75)
        #expect(result.errors.contains("in/a.jpg: "))
        #expect(result.text.contains("1 album, 1 picture"))
        #expect(!(try page("index.html")).contains("a.small.jpg"))
        #expect(try site().contains("a.large.jpg"))
    }

    @Test func `files that Postcard did not make are neither replaced nor removed`() async throws {
        try write("a.jpg")
        try folder.write(Array("mine".utf8), as: "site/index.html")
        let result = try await make()
        #expect(result.status == 75)
        #expect(result.errors.contains("site/index.html already exists and was not made by Postcard"))
        #expect(result.text.isEmpty)
        #expect(try page("index.html") == "mine")
        #expect(try await make("--force").status == 0)
        #expect(try page("index.html").contains("a.small.jpg"))
    }

    @Test func `names that are hostile in HTML, URLs or file systems are safe`() async throws {
        let names = [
            "a.jpg", "A.JPG", "a.png", "quote\" onerror=\"x.jpg",
            "<script>alert(1)</script>.jpg".replacingOccurrences(of: "/", with: ":"),
            "new\nline.jpg", "\u{202E}gpj.exe.jpg", "caf\u{E9}.jpg", "cafe\u{301}.jpg", "index.jpg", "con.jpg",
            "50%25.jpg",
            "#hash?query.jpg", " .jpg", "页面.jpg",
        ]
        for name in names {
            for path in [name, "&<\"'> \u{202E}album/\(name)"] {
                try folder.write(TestPicture.jpeg(8, 6), as: "in/\(path)")
            }
        }
        try folder.write(TestPicture.jpeg(8, 6), as: "in/page.html")
        let result = try await make("--originals", "copy")
        #expect(result.status == 0, "\(result.errors)")
        let pictures = 2 * names.count + 1
        #expect(result.text.contains("2 albums, \(pictures) pictures"))
        for name in try site() {
            #expect(
                name.wholeMatch(of: /([a-z0-9_-]+\/)*[a-z0-9_-]+(\.(small|large))?\.(html|css|js|jpg)/) != nil,
                "\(name)")
        }
        for name in try site() where name.hasSuffix(".html") {
            let html = try page(name)
            #expect(!html.contains("<script>") && !html.contains("onerror=\"x"), "\(name)")
            // Each link leads to a file in the site.
            for link in html.matches(of: /(?:href|src)="([^"#]+)/) {
                let target = URL(fileURLWithPath: folder.path("site/\(name)")).deletingLastPathComponent()
                    .appending(path: String(link.1)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link.1)")
            }
        }
    }

    @Test func `a new picture whose name matches exactly takes over a name in the site`() async throws {
        try write("A.JPG", title: "First")
        #expect(try await make().status == 0)
        try write("a.jpg", title: "Second")
        let result = try await make()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try page("a.html").contains("Second"))
        let other = try #require(try site().first { $0.hasPrefix("a-") && $0.hasSuffix(".html") })
        #expect(try page(other).contains("First"))
    }

    @Test func `symbolic links to folders and files are not followed, even if they are circular`() async throws {
        try write("a.jpg")
        try FileManager.default.createDirectory(atPath: folder.path("in/deep"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path("in/deep/loop"), withDestinationPath: "../..")
        try FileManager.default.createSymbolicLink(atPath: folder.path("in/self.jpg"), withDestinationPath: "self.jpg")
        let result = try await make()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("Did not follow 2 symbolic links."))
    }

    @Test(arguments: [
        ["gallery", "in", "--to", "in"], ["gallery", "in", "--to", "."], ["gallery", "in/a.jpg", "--to", "site"],
        ["gallery", "in", "--to", "site", "--originals", "link"], ["gallery", "empty", "--to", "site"],
        ["gallery", "missing", "--to", "site"],
    ])
    func `invalid folders are reported, and nothing is written`(arguments: [String]) async throws {
        try write("a.jpg")
        try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
        let result = try await postcard.run(arguments)
        #expect(result.status != 0 && result.status != 75)
        #expect(try folder.files().filter { !$0.hasPrefix("home") } == ["in/a.jpg"])
    }

    @Test func `each page of a large album has at most a hundred pictures`() async throws {
        let bytes = try TestPicture.jpeg(8, 6)
        for number in 1...205 { try folder.write(bytes, as: "in/\(number).jpg") }
        #expect(try await make().status == 0)
        let pages = try ["index.html", "index-2.html", "index-3.html"].map(page)
        #expect(pages.map { $0.components(separatedBy: "<figure").count - 1 } == [100, 100, 5])
        #expect(pages[0].contains("Page 1 of 3"))
        #expect(try page("101.html").contains("href=\"index-2.html#101\""))
        let style = try folder.read("site/gallery.css").count
        #expect(pages.allSatisfy { $0.utf8.count + style < 60_000 })
    }

    @Test func `a gallery inside the folder of pictures is not searched`() async throws {
        try write("a.jpg")
        for _ in 0..<2 {
            let result = try await postcard.run("gallery", "in", "--to", "in/site")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text.contains("1 album, 1 picture"))
        }
    }

    @Test func `originals can be linked instead of copied`() async throws {
        try write("50% of #1.jpg")
        #expect(try await make("--originals", "link", "--positions", "all").status == 0)
        #expect(try page("50-of-1.html").contains("<a href=\"../in/50%25%20of%20%231.jpg\">Original</a>"))
    }
}
