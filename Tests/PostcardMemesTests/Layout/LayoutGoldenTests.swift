import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

struct LayoutGoldenTests {
    private let size = PixelSize(width: 1000, height: 1000)

    private func layout(_ text: String, change: (inout Caption) -> Void = { _ in }) throws -> TextLayout {
        var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5))
        caption.font = .typeface(try SyntheticFont.typeface())
        caption.maximumSize = .pixels(100)
        caption.outline = nil
        change(&caption)
        return try caption.layout(on: size, fonts: FontLibrary(usesSystemFonts: false))
    }

    @Test func `one line has the largest size`() throws {
        #expect(
            try golden(layout("AB C")) == """
                size 100.0 above 700 below 0 leading 945
                AB C [3200] 2@0,0 2@800,0 1@1600,0 2@2400,0
                """)
    }

    @Test func `the size follows from the width`() throws {
        // Ten letters of 0.8 em in 500 pixels allow 62.5. Capitals of 0.7 em are then 43.75 pixels, rounded down to 43.
        #expect(
            try golden(layout("ABCDEFGHIJ")).hasPrefix(
                "size 61.421875 above 700 below 0 leading 945\nABCDEFGHIJ [8000]"))
    }

    @Test func `an outline takes space on every side`() throws {
        let layout = try layout("ABCDEFGHIJ") { $0.outline = Caption.Outline(width: 0.5) }
        // 500 / (8 + 2 × 0.5) is 55.55…, which gives capitals of 38 pixels.
        #expect(layout.size == 54.28125)
    }

    @Test func `lines have even lengths`() throws {
        #expect(
            try golden(layout("AA AA AA AA") { $0.maximumSize = .pixels(120) }) == """
                size 120.0 above 700 below 0 leading 945
                AA AA [4000] 2@0,0 2@800,0 1@1600,0 2@2400,0 2@3200,0
                AA AA [4000] 2@0,0 2@800,0 1@1600,0 2@2400,0 2@3200,0
                """)
    }

    @Test func `explicit line breaks are kept`() throws {
        let layout = try layout("A\nBB\r\n\nC")
        #expect(layout.lines.map(\.text) == ["A", "BB", "", "C"])
    }

    @Test func `a missing character is drawn as a box and reported`() throws {
        let layout = try layout("A1A2\u{301}1")
        #expect(layout.missing == ["1", "2\u{301}"])
        #expect(layout.lines[0].glyphs.map(\.id) == [2, 0, 2, 0, 0])
    }

    @Test func `text that does not fit is reported`() throws {
        let layout = try layout("AAAA BBBB CCCC DDDD") {
            $0.minimumSize = .pixels(100)
            $0.box.height = 0.17
        }
        expectEqual(layout.size, 100)
        expectEqual(layout.lines.map(\.text), ["AAAA", "BBBB"])
        expectEqual(layout.unfitted, "CCCC DDDD")
    }

    @Test func `an endless word is broken`() throws {
        let layout = try layout(String(repeating: "A", count: 60))
        #expect(layout.lines.count > 3)
        #expect(layout.lines.map(\.text).joined() == String(repeating: "A", count: 60))
        #expect(layout.unfitted.isEmpty)
    }
}
