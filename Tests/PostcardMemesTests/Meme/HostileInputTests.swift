import PostcardImaging
import Testing

@testable import PostcardMemes

/// These tests find crashes. Reads beyond a font that do not crash are found by the font fuzzer, which runs with AddressSanitizer.
struct HostileInputTests {
    private let size = PixelSize(width: 300, height: 200)

    @Test(arguments: [
        "", " ", "\n", "\n\n\n", "\u{0}", "\u{FEFF}", "\u{202E}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FFFF}",
        "\u{10FFFF}",
        "\u{202E}abc\u{202C}", "\u{2066}\u{2067}\u{2068}\u{2069}", "%s%n%x", "<script>alert(1)</script>", "' OR 1=1 --",
        "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤", "𝓣𝓱𝓮 𝓺𝓾𝓲𝓬𝓴", "🇫", "🇫🇷🇫", "👨\u{200D}", "1\u{20E3}", "ﷺ﷽", "\u{1F3F4}\u{E0067}\u{E007F}",
        "สวัสดีสวัสดีสวัสดี", "a\u{AD}b\u{AD}c", "﷐", String(repeating: "\u{202B}", count: 500) + "x",
        String(decoding: [0xED, 0xA0, 0x80, 0x41], as: UTF8.self),
    ])
    func `text neither causes a crash nor disappears`(text: String) throws {
        let image = try Image(size: size, fill: .white)
        let report = try #require(try Meme(captions: [Caption(text)]).render(onto: image).reports.first)
        #expect(report.layout.size >= 1)
        #expect(report.layout.unfitted.isEmpty)
    }

    @Test func `every prefix of a font is rejected or harmless`() throws {
        let bytes = SyntheticFont.bytes()
        for count in 0..<bytes.count {
            guard let typeface = try? Typeface(bytes: Array(bytes.prefix(count))) else { continue }
            var caption = Caption("AB")
            caption.font = .typeface(typeface)
            _ = try? CaptionRenderer(caption, on: size, fonts: FontLibrary(usesSystemFonts: false)).lettering()
        }
        #expect(throws: MemeError.self) { try Typeface(bytes: []) }
        #expect(throws: MemeError.self) { try Typeface(bytes: Array("not a font at all".utf8)) }
        #expect(throws: MemeError.self) { try Typeface(bytes: bytes, index: -1) }
    }

    @Test func `every damaged byte of a font is rejected or harmless`() throws {
        let bytes = SyntheticFont.bytes()
        let fonts = FontLibrary(usesSystemFonts: false)
        var drawn = 0
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                guard let typeface = try? Typeface(bytes: damaged) else { continue }
                var caption = Caption("AB")
                caption.font = .typeface(typeface)
                if (try? CaptionRenderer(caption, on: size, fonts: fonts).lettering()) != nil { drawn += 1 }
            }
        }
        #expect(drawn > 0)
    }

    @Test(
        arguments: [
            { $0.angle = .nan }, { $0.opacity = 2 }, { $0.box.width = .infinity }, { $0.box.height = 0 },
            { $0.lineSpacing = -1 },
            { $0.maximumSize = .pixels(.nan) }, { $0.outline = .init(width: 7) }, { $0.shadow = .init(blur: -1) },
            { $0.backdrop = .init(color: .white, padding: 1e9) },
        ] as [@Sendable (inout Caption) -> Void])
    func `an invalid value causes an error`(change: @Sendable (inout Caption) -> Void) {
        var caption = Caption("A")
        change(&caption)
        #expect { try caption.layout(on: size) } throws: { ($0 as? MemeError)?.code == .invalidCaption }
    }

    @Test(arguments: [(1, 1), (1, 500), (500, 1), (20, 300), (3000, 60)])
    func `captions are drawn on pictures of any shape`(width: Int, height: Int) throws {
        let image = try Image(size: PixelSize(width: width, height: height), fill: .white)
        let result = try Meme.classic(top: "one does not simply", bottom: "walk into mordor").render(onto: image)
        #expect(result.image.size == image.size)
    }
}
