import Foundation
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

struct MemeStyleTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let size = PixelSize(width: 640, height: 480)

    private func photo() throws -> Image {
        try Image(size: size, fill: Color(red: 60, green: 120, blue: 90))
    }

    /// The rows that differ from the empty picture.
    private func changedRows(_ image: Image) throws -> [Int] {
        let before = try photo()
        return (0..<size.height).filter { y in (0..<size.width).contains { image[$0, y] != before[$0, y] } }
    }

    @Test func `classic draws text at top and bottom only`() throws {
        let (image, reports) = try Meme.classic(top: "top text", bottom: "bottom text").render(
            onto: photo(), fonts: fonts)
        let rows = try changedRows(image)
        #expect(image.size == size)
        #expect(reports.map { $0.layout.lines.map(\.text) } == [["TOP TEXT"], ["BOTTOM TEXT"]])
        #expect(reports.allSatisfy { $0.isComplete })
        #expect(rows.allSatisfy { (9..<140).contains($0) || (340..<471).contains($0) })
        #expect(rows.contains { $0 < 140 })
        #expect(rows.contains { $0 >= 340 })
    }

    @Test func `classic has white letters with a black outline`() throws {
        let (image, _) = try Meme.classic(top: "I").render(onto: photo(), fonts: fonts)
        let rows = try changedRows(image)
        let middle = rows[rows.count / 2]
        let colors = (0..<size.width).map { image[$0, middle] }
        let whites = colors.indices.filter { colors[$0] == .white }
        let blacks = colors.indices.filter { colors[$0] == .black }
        let (firstWhite, lastWhite) = (try #require(whites.first), try #require(whites.last))
        #expect(whites.count == lastWhite - firstWhite + 1)
        #expect(blacks.contains { $0 < firstWhite })
        #expect(blacks.contains { $0 > lastWhite })
    }

    @Test func `empty texts are omitted`() throws {
        #expect(Meme.classic(top: "", bottom: "x").captions.count == 1)
        #expect(try Meme.classic().render(onto: photo(), fonts: fonts).reports.isEmpty)
    }

    @Test(arguments: [
        ("Left the office at five", Caption.HorizontalAlignment.left), ("אצלי זה עובד", .right), ("123 שלום", .right),
        ("لا تنشر", .right), ("Swift של מה", .left),
    ])
    func `lines start where reading starts`(text: String, alignment: Caption.HorizontalAlignment) throws {
        try expectEqual(MemeStyle.band.meme(of: [text]).above[0].alignment, alignment)
        try expectEqual(MemeStyle.label.meme(of: [text]).captions[0].alignment, alignment)
        try expectEqual(MemeStyle.classic.meme(of: [text]).captions[0].alignment, .center)
        try expectEqual(MemeStyle.credit.meme(of: [text]).captions[0].alignment, .right)
    }

    @Test(arguments: MemeStyle.all.map { ($0.name, $0.name) } + [("bandBelow", "band-below"), ("Classic", "classic")])
    func `styles are found by name in either spelling`(written: String, name: String) {
        #expect(MemeStyle(named: written)?.name == name)
    }

    @Test func `too many texts cause an error`() {
        #expect { try MemeStyle.label.meme(of: ["one", "two"]) } throws: { ($0 as? MemeError)?.code == .invalidCaption }
    }

    @Test(arguments: [MemeStyle.band, .bandBelow])
    func `a band grows with the text and leaves the picture unchanged`(style: MemeStyle) throws {
        let short = try style.meme(of: ["short"]).render(onto: photo(), fonts: fonts).image
        let long = try style.meme(of: [String(repeating: "many words ", count: 12)]).render(onto: photo(), fonts: fonts)
            .image
        #expect(short.size.width == 640)
        #expect(long.size.width == 640)
        #expect(480 < short.size.height)
        #expect(short.size.height < long.size.height)
        let background = try photo()[0, 0]
        let isAbove = style.slots[0].placement == .above
        for place in [(0, 0), (639, 479), (320, 240)] {
            #expect(long[place.0, place.1 + (isAbove ? long.size.height - 480 : 0)] == background)
        }
        #expect(long[0, isAbove ? 0 : long.size.height - 1] == .white)
    }

    @Test func `a poster frames the picture`() throws {
        let (image, reports) = try MemeStyle.poster.meme(of: ["Mistakes", "A warning to others."]).render(
            onto: photo(), fonts: fonts)
        let margin = (image.size.width - 640) / 2
        #expect(margin > 20)
        #expect(image[0, 0] == .black)
        #expect(image[image.size.width - 1, image.size.height - 1] == .black)
        let background = try photo()[0, 0]
        #expect(image[margin, margin] == background)
        #expect((0..<margin).contains { image[$0, image.size.height / 3] == .white })
        #expect(reports[0].layout.size > reports[1].layout.size)
    }

    @Test func `drawn text can be applied to several pictures`() throws {
        let meme = Meme.classic(top: "frame by frame")
        let lettering = try meme.lettering(on: size, fonts: fonts)
        let expected = try meme.render(onto: photo(), fonts: fonts).image
        for _ in 0..<2 {
            let image = try lettering.applied(to: photo())
            for y in 0..<size.height {
                for x in 0..<size.width { try #require(image[x, y] == expected[x, y]) }
            }
        }
        #expect(throws: MemeError.self) { try lettering.applied(to: Image(size: .square(9))) }
    }

    @Test(arguments: MemeStyle.all)
    func `a style survives encoding`(style: MemeStyle) throws {
        let data = try JSONEncoder().encode(style)
        #expect(try JSONDecoder().decode(MemeStyle.self, from: data) == style)
    }

    @Test func `an encoded caption needs only its text`() throws {
        let caption = try JSONDecoder().decode(Caption.self, from: Data(#"{"text":"hi"}"#.utf8))
        #expect(caption == Caption("hi"))
    }

    @Test func `an encoded caption can contain every value`() throws {
        let json = """
            {"text":"hi","box":{"x":0,"y":0.5,"width":1,"height":0.5},"font":"Lato","maximumSize":"48px","minimumSize":0.02,
            "fill":"#fd0","outline":null,"shadow":{},"backdrop":{"color":"#00000080"},"letterCase":"upper","alignment":"left",
            "verticalAlignment":"bottom","angle":-5,"opacity":0.5,"lineSpacing":1.5,"language":"ja"}
            """
        let caption = try JSONDecoder().decode(Caption.self, from: Data(json.utf8))
        expectEqual(caption.font, .named("Lato"))
        expectEqual(caption.maximumSize, .pixels(48))
        expectEqual(caption.minimumSize, .fraction(0.02))
        expectEqual(caption.fill, Color(red: 255, green: 221, blue: 0))
        #expect(caption.outline == nil)
        expectEqual(caption.shadow, Caption.Shadow())
        expectEqual(caption.backdrop?.color.alpha, 128)
        try expectEqual(JSONDecoder().decode(Caption.self, from: JSONEncoder().encode(caption)), caption)
    }

    @Test(arguments: ["\"reddish\"", "\"#12\"", "\"#12345g\"", "7"])
    func `an invalid color causes an error`(json: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Caption.self, from: Data("{\"fill\":\(json)}".utf8))
        }
    }
}
