import Foundation
import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Font names are only names: the files that they refer to are not opened here.
struct FontFileTests {
    private static let font = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fonts/Frankmark-Regular.ttf")

    private func meme(_ font: CaptionFont) -> Meme {
        var caption = Caption("HI")
        caption.font = font
        return Meme(captions: [caption], above: [caption])
    }

    private func render(_ meme: Meme) throws -> Image {
        try meme.render(onto: Image(size: .square(80), fill: .white), fonts: FontLibrary(usesSystemFonts: false)).image
    }

    @Test(arguments: ["/etc/shadow", "/nonexistent/x", Self.font.path, "./x.ttf"])
    func `an installed font has no path`(name: String) throws {
        let thrown = #expect(throws: MemeError.self) { try render(meme(.named(name))) }
        #expect(thrown?.code == .fontNotFound)
        #expect(thrown?.message.contains("installed") == true)
    }

    @Test(arguments: ["/etc/shadow", "/nonexistent/x", Self.font.path])
    func `a file that was not provided is not read`(name: String) throws {
        let thrown = #expect(throws: MemeError.self) { try render(meme(.file(name))) }
        #expect(
            thrown
                == MemeError(.fontNotFound, "The font file \(name) has not been read. Call resolveFonts(from:) first."))
    }

    @Test func `text is drawn with the provided bytes of a font file`() throws {
        var meme = meme(.file("own.ttf"))
        #expect(meme.fontNames == ["own.ttf"])
        try meme.resolveFonts { $0 == "own.ttf" ? [UInt8](try Data(contentsOf: Self.font)) : nil }
        #expect(meme.fontNames.isEmpty)
        #expect(try render(meme).encoded(as: .png) == render(self.meme(.bundled)).encoded(as: .png))
        // The font is encoded as its name, so the meme can be decoded again.
        let read = try JSONDecoder().decode(Meme.self, from: JSONEncoder().encode(meme))
        #expect(read == self.meme(.file("own.ttf")))
    }

    @Test func `the error for a file that is not a font contains the file name`() throws {
        var meme = meme(.file("own.ttf"))
        let thrown = #expect(throws: MemeError.self) {
            try meme.resolveFonts { $0 == "own.ttf" ? Array("no font".utf8) : nil }
        }
        #expect(thrown?.code == .invalidFont)
        #expect(thrown?.message.hasPrefix("own.ttf: ") == true)
    }

    @Test(
        arguments: [
            ("DejaVu Sans", nil), ("Frankmark", nil), ("a/b", "a/b"), ("own.ttf", "own.ttf"), ("Own.OTF", "Own.OTF"),
            ("fonts.ttc", "fonts.ttc"), ("Mattf", nil),
        ] as [(String, String?)])
    func `a file name is recognized by a slash or extension`(name: String, file: String?) throws {
        let font = try JSONDecoder().decode(CaptionFont.self, from: JSONEncoder().encode(name))
        #expect(font.fileName == file)
        #expect(try JSONDecoder().decode(String.self, from: JSONEncoder().encode(font)) == name)
    }

    @Test func `the least recently used fonts are closed`() throws {
        let bytes = try [UInt8](Data(contentsOf: Self.font))
        func file(_ number: Int) -> FontFile { FontFile(path: "\(number)", index: 0) }
        // A small font counts as 8 MB, so the number of open fonts is limited.
        let fonts = LRUCache<FontFile, Typeface>(byteLimit: 24 << 20)
        for number in 1...3 { fonts.insert(try Typeface(bytes: bytes), for: file(number)) }
        #expect(fonts.value(for: file(1)) != nil)
        fonts.insert(try Typeface(bytes: bytes), for: file(4))
        #expect(fonts.count == 3)
        #expect(fonts.value(for: file(2)) == nil)
        #expect(fonts.value(for: file(1)) != nil)
    }

    @Test func `open fonts are limited by their bytes`() throws {
        // Bytes after the tables of a font are not read, but they count toward the limit.
        let bytes = try [UInt8](Data(contentsOf: Self.font)) + [UInt8](repeating: 0, count: 10 << 20)
        let fonts = LRUCache<FontFile, Typeface>(byteLimit: 25 << 20)
        for number in 1...3 { fonts.insert(try Typeface(bytes: bytes), for: FontFile(path: "\(number)", index: 0)) }
        #expect(fonts.count == 2)
    }

    @Test func `the largest font stays open`() {
        #expect(FontLibrary.openByteLimit >= Typeface.maximumByteCount)
    }
}
