import Foundation
import PostcardImaging
import Testing

@testable import PostcardMemes

struct ColumnTests {
    /// U for upright, S for sideways, T for dependent on the font, C for combined with adjacent characters.
    private static func pattern(_ text: String) throws -> String {
        VerticalOrientation.orientations(of: try CaptionText(text, letterCase: .asTyped)).map { orientation in
            switch orientation {
            case .upright: "U"
            case .sideways: "S"
            case .transformed: "T"
            case .combined: "C"
            }
        }.joined()
    }

    @Test(arguments: [
        ("漢かカぁァ한ㄅ", "UUUUUUU"), ("、。！？「」（）：ー〜～", "UUUUTTTTTTTT"), ("…—", "TT"), ("Aé§©№", "SSUUU"),
        ("😂❤️1️⃣🇯🇵", "UUUU"), ("ｶﾅＡ１", "SSUU"), ("سلام", "SSSS"),
    ])
    func `a character in a column has the orientation of UAX 50`(text: String, pattern: String) throws {
        #expect(try Self.pattern(text) == pattern)
    }

    @Test(arguments: [
        ("12月3日", "CCUCU"), ("2024年", "SSSSU"), ("待って!!", "UUUCC"), ("何!?", "UCC"), ("何!!!!", "USSSS"),
        ("10!!", "CCCC"), ("42", "CC"), ("A型", "CU"), ("AB型", "SSU"), ("Swift 6で", "SSSSSSSU"), ("100%", "SSSS"),
        ("3.5倍", "SSSU"), ("5 人", "CSU"), ("Yes!", "SSSS"), ("一\n2", "USC"),
    ])
    func `short numbers and signs are upright next to each other`(text: String, pattern: String) throws {
        #expect(try Self.pattern(text) == pattern)
    }

    private let size = PixelSize(width: 300, height: 240)

    private func caption(_ text: String) -> Caption {
        var caption = Caption(text, in: UnitBox(x: 0.5, y: 0.05, width: 0.45, height: 0.9))
        caption.isVertical = true
        return caption
    }

    /// The ink of a caption: the bounds of the difference from a plain base image.
    private func ink(_ caption: Caption) throws -> (x: Range<Int>, y: Range<Int>) {
        let base = try Image(size: size, fill: .white)
        let image = try Meme(captions: [caption]).render(onto: base).image
        let inked = (0..<size.width * size.height).filter { image[$0 % size.width, $0 / size.width] != .white }
        let (xs, ys) = (inked.map { $0 % size.width }, inked.map { $0 / size.width })
        return try (#require(xs.min())..<(#require(xs.max()) + 1), #require(ys.min())..<(#require(ys.max()) + 1))
    }

    @Test func `columns go from right to left and start at the same height`() throws {
        let caption = caption("HHH\nHH")
        let layout = try caption.layout(on: size, fonts: FontLibrary(usesSystemFonts: false))
        #expect(layout.isVertical && layout.lines.count == 2)
        let placement = CaptionPlacement(
            layout, caption, on: size, origin: .zero,
            area: RotatedTextArea(caption, on: size, origin: .zero, staysInBox: false))
        let glyphs = placement.glyphs()
        #expect(glyphs[0].x == glyphs[2].x && glyphs[0].y < glyphs[1].y && glyphs[1].y < glyphs[2].y)
        #expect(glyphs[3].x < glyphs[0].x && glyphs[3].y == glyphs[0].y)
        #expect(glyphs.allSatisfy { $0.key.rotation == Rotation(degrees: 90) })
    }

    @Test(arguments: [0.0, 20, 90, -45], ["HELLO", "42"])
    func `columns stay in their box`(angle: Double, text: String) throws {
        var caption = caption(text)
        caption.maximumSize = .fraction(1)
        let upright = try ink(caption)
        #expect(upright.x.lowerBound >= 149 && upright.x.upperBound <= 286)
        #expect(upright.y.lowerBound >= 11 && upright.y.upperBound <= 229)
        #expect(text == "42" || upright.y.count > 200)
        caption.angle = angle
        let turned = try ink(caption)
        #expect(turned.x.lowerBound > 0 && turned.x.upperBound < 300)
        #expect(turned.y.lowerBound > 0 && turned.y.upperBound < 240)
    }

    @Test func `two digits share the space of one character`() throws {
        let layout = try caption("42").layout(on: size, fonts: FontLibrary(usesSystemFonts: false))
        let glyphs = layout.lines[0].glyphs
        #expect(glyphs.count == 2 && glyphs.allSatisfy(\.isUpright))
        #expect(glyphs[0].x == glyphs[1].x && glyphs[0].y < glyphs[1].y)
        #expect(layout.lines[0].width == TextLayout.unitsPerEm)
    }

    @Test(arguments: [
        (#"{"text":"A","vertical":true}"#, 0.67, "right"),
        (#"{"text":"A","vertical":true,"alignment":"left"}"#, 0.03, "left"),
        (#"{"text":"A","vertical":true,"box":{"x":0.1,"y":0.1,"width":0.2,"height":0.5}}"#, 0.1, "center"),
    ])
    func `columns without a box are at the side of the picture`(json: String, x: Double, alignment: String) throws {
        let caption = try JSONDecoder().decode(Caption.self, from: Data(json.utf8))
        #expect(caption.isVertical)
        #expect(abs(caption.box.x - x) < 1e-9)
        #expect(caption.alignment.rawValue == alignment)
        #expect(try JSONDecoder().decode(Caption.self, from: JSONEncoder().encode(caption)) == caption)
    }

    @Test func `captions of a style move to the sides, and captions in other boxes stay`() throws {
        var meme = Meme.classic(top: "A", bottom: "B")
        meme.captions.append(Caption("C", in: UnitBox(x: 0.2, y: 0.2, width: 0.3, height: 0.3)))
        meme.makeVertical()
        #expect(meme.captions.map(\.isVertical) == [true, true, true])
        #expect(meme.captions[0].box.x > 0.6 && meme.captions[1].box.x < 0.1)
        #expect(meme.captions[2].box == UnitBox(x: 0.2, y: 0.2, width: 0.3, height: 0.3))
    }
}

/// Columns in a font that has forms for them.
@Suite(.enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"))
struct ColumnFormTests {
    private let size = PixelSize(width: 400, height: 400)

    private func layout(_ text: String, vertical: Bool = true) throws -> TextLayout {
        var caption = Caption(text)
        caption.isVertical = vertical
        return try caption.layout(on: size)
    }

    @Test(arguments: ["「", "」", "（", "ー", "、", "。", "ょ", "っ", "～", "…"])
    func `a sign has its form for columns`(sign: String) throws {
        let line = try #require(try layout("漢\(sign)").lines.first).glyphs
        let flat = try #require(try layout("漢\(sign)", vertical: false).lines.first).glyphs
        #expect(line.count == 2 && line.allSatisfy(\.isUpright))
        #expect(line[0].id == flat[0].id)
        #expect(line[1].id != flat[1].id)
    }

    @Test func `Latin words are sideways among upright characters`() throws {
        let glyphs = try #require(try layout("本Swift本").lines.first).glyphs
        #expect(glyphs.map(\.isUpright) == [true, false, false, false, false, false, true])
        #expect(zip(glyphs, glyphs.dropFirst()).allSatisfy { $0.x < $1.x })
    }

    @Test(arguments: ["吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", "ちょっと待って、「コーヒー」はどこですか？", "我们「真的」要去吗？好，走吧！我们等一下，再说。"])
    func `no column starts with a character that can't start a line`(text: String) throws {
        for height in [0.3, 0.5, 0.8] {
            var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: 1, height: height))
            caption.isVertical = true
            let columns = try caption.layout(on: size).lines.map(\.text)
            #expect(columns.count > 1 && columns.joined() == text)
            #expect(columns.allSatisfy { !"、。，」？！ーっょ".contains($0.prefix(1)) && !$0.hasSuffix("「") })
        }
    }
}
