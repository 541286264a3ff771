import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

struct EffectTests {
    private let size = PixelSize(width: 300, height: 200)
    private let ground = Color(red: 90, green: 130, blue: 160)
    private let fonts = FontLibrary(usesSystemFonts: false)

    private func caption(_ text: String, _ effect: Caption.Effect?) -> Caption {
        var caption = Caption(text)
        caption.effects = effect.map { [$0] } ?? []
        return caption
    }

    private func drawn(_ caption: Caption, fonts: FontLibrary? = nil) throws -> Image {
        let base = try Image(size: size, fill: ground)
        return try Meme(captions: [caption]).render(onto: base, fonts: fonts ?? self.fonts).image
    }

    private func glyphs(_ caption: Caption) throws -> [PlacedGlyph] {
        let layout = try caption.layout(on: size, fonts: fonts)
        return CaptionPlacement(
            layout, caption, on: size, origin: .zero,
            area: RotatedTextArea(caption, on: size, origin: .zero, staysInBox: false)
        ).glyphs()
    }

    // MARK: Arc

    @Test(arguments: [(Caption.VerticalAlignment.top, 1), (.middle, 1), (.bottom, -1)])
    func `an arc rotates the letters along a circle`(alignment: Caption.VerticalAlignment, sign: Int) throws {
        var caption = caption("HHHHHHH", .arc)
        caption.verticalAlignment = alignment
        let glyphs = try glyphs(caption)
        let turns = glyphs.map {
            $0.key.rotation.hundredths > 18_000 ? $0.key.rotation.hundredths - 36_000 : $0.key.rotation.hundredths
        }
        .map { Int($0) * sign }
        #expect(turns == turns.sorted() && Set(turns).count == 7)
        #expect(abs(turns[3]) <= 1 && abs(turns[0] + turns[6]) <= 2 && turns[6] > 1_500)
        // The distances between neighboring origins are equal.
        let steps = zip(glyphs, glyphs.dropFirst()).map { first, next in
            let way = SIMD2(Double(next.x - first.x), Double(next.y - first.y))
            return (way * way).sum().squareRoot()
        }
        #expect(try #require(steps.max()) - #require(steps.min()) < 3)
        #expect(sign > 0 ? glyphs[3].y < glyphs[0].y : glyphs[3].y > glyphs[0].y)
    }

    /// Distances are measured at the baseline or, in a valley, where letters lean together at their tops, at half their height.
    @Test(arguments: [(Caption.VerticalAlignment.top, 0.0), (.middle, 0), (.bottom, 0.5)])
    func `bent letters are as far apart as straight ones`(
        alignment: Caption.VerticalAlignment, share: Double
    ) throws {
        var caption = caption("HHHHHHH", .arc)
        caption.verticalAlignment = alignment
        let layout = try caption.layout(on: size, fonts: fonts)
        let arc = TextArc(layout, caption)
        let glyphs = try #require(layout.lines.first).glyphs
        let face = layout.typefaces[glyphs[0].typeface]
        let ink = try #require(face.typeface.inkBox(of: glyphs[0].id))
        let middle = Double(face.typeface.units(ink.left + ink.right, scale: face.scale)) / 2
        let points = glyphs.map { glyph in
            let place = arc.place(of: glyph, in: 0)
            let point = SIMD2(middle, -share * Double(layout.above))
            return place.origin + Rotation(degrees: place.degrees).apply(point)
        }
        for index in 1..<points.count {
            let way = points[index] - points[index - 1]
            let straight = Double(glyphs[index].x - glyphs[index - 1].x)
            #expect(abs((way * way).sum().squareRoot() / straight - 1) < 0.01)
        }
    }

    @Test(arguments: ["H", "HELLO", "HELLO WORLD AND ALL WHO LIVE IN IT", "ONE\nTWO AND MORE"], [0.0, 25])
    func `bent lines stay in their box`(text: String, angle: Double) throws {
        for alignment in Caption.VerticalAlignment.allCases {
            var caption = caption(text, .arc)
            caption.box = UnitBox(x: 0.2, y: 0.2, width: 0.6, height: 0.6)
            caption.verticalAlignment = alignment
            caption.maximumSize = .fraction(1)
            caption.angle = angle
            let image = try drawn(caption)
            for index in 0..<size.width * size.height where image[index % 300, index / 300] != ground {
                let (x, y) = (index % 300, index / 300)
                #expect(angle == 0 ? 59..<241 ~= x && 39..<161 ~= y : 1..<299 ~= x && 1..<199 ~= y)
            }
        }
    }

    @Test func `an arc with columns is rejected`() {
        var caption = caption("HELLO", .arc)
        caption.isVertical = true
        #expect(throws: MemeError.self) { try caption.validate() }
    }

    // MARK: Rainbow

    /// Returns a color in OKLab, where distances match perceived differences: 0.02 is barely visible.
    private func lab(_ color: SIMD3<UInt32>) -> SIMD3<Double> {
        func light(_ level: UInt32) -> Double {
            let value = Double(level) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let (r, g, b) = (light(color.x), light(color.y), light(color.z))
        let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        return SIMD3(
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
    }

    @Test func `hues change evenly at one lightness`() {
        let colors = (0...1_000).map { Rainbow.color(at: Double($0) / 1_000) }
        for (color, next) in zip(colors, colors.dropFirst()) {
            let way = lab(next) - lab(color)
            #expect(abs(lab(color).x - 0.76) < 0.006)
            #expect((way * way).sum().squareRoot() < 0.006)
        }
        #expect(colors[0].x > colors[0].z && colors[333].y > colors[333].z && colors[700].z > colors[700].x)
    }

    @Test func `hues follow the line`() throws {
        var caption = caption("MMMMMMMM", .rainbow)
        caption.outline = nil
        let image = try drawn(caption)
        let plain = try drawn(self.caption("MMMMMMMM", nil))
        var columns: [Int: Color] = [:]
        for x in 0..<300 {
            for y in 0..<200 where plain[x, y] == .white && image[x, y] != ground { columns[x] = image[x, y] }
        }
        let colors = columns.sorted { $0.key < $1.key }.map(\.value)
        #expect(colors.count > 100)
        #expect(Set(colors.map { [$0.red, $0.green, $0.blue] }).count > 80)
        let (first, last) = (try #require(colors.first), try #require(colors.last))
        #expect(first.red > first.blue && last.blue > last.green)
    }

    @Test(.enabled(if: InstalledFonts.hasNotoEmoji, "needs Debian's fonts-noto-color-emoji"))
    func `emoji keep their colors in a rainbow`() throws {
        let (image, plain) = (
            try drawn(caption("😂", .rainbow), fonts: .shared), try drawn(caption("😂", nil), fonts: .shared)
        )
        #expect(try image.encoded(as: .png) == plain.encoded(as: .png))
    }

    // MARK: Glow

    @Test(arguments: [
        (Color.white, Color(red: 255, green: 46, blue: 196)), (Color(red: 255, green: 215, blue: 0), nil),
    ])
    func `glowing text is surrounded by light in its color`(fill: Color, light: Color?) throws {
        var caption = caption("H", .glow)
        caption.fill = fill
        caption.maximumSize = .pixels(100)
        let (image, plain) = (
            try drawn(caption),
            try drawn(
                {
                    var dark = caption; dark.effects = []; return dark
                }())
        )
        let light = light ?? fill
        let row = (0..<300).filter { plain[$0, 100] != ground }
        let (edge, middle) = (try #require(row.first), try #require(row.first { plain[$0, 100] == fill }))
        #expect(image[middle, 100] == fill)
        func distance(_ color: Color) -> Int {
            abs(Int(color.red) - Int(light.red)) + abs(Int(color.green) - Int(light.green))
                + abs(Int(color.blue) - Int(light.blue))
        }
        let near = (1...40).map { distance(image[edge - $0, 100]) }
        // The light fades without a visible edge.
        #expect(near[0] < 60 && near[39] > 150)
        #expect(zip(near, near.dropFirst()).allSatisfy { $0 <= $1 + 2 && $1 - $0 < 40 })
    }

    // MARK: Deep-fried

    private func fried(_ base: Image) throws -> Image {
        var meme = Meme()
        meme.effect = .deepFried
        return try meme.render(onto: base, fonts: fonts).image
    }

    @Test func `a deep-fried picture has blocks, more color and always the same pixels`() throws {
        let base = try TestPicture.gradient(160, 120)
        let image = try fried(base)
        #expect(try image.encoded(as: .png) == fried(base).encoded(as: .png))
        func saturation(_ image: Image) -> Int {
            (0..<160 * 120).reduce(0) { sum, index in
                let color = image[index % 160, index / 160]
                let channels = [Int(color.red), Int(color.green), Int(color.blue)]
                return sum + (channels.max() ?? 0) - (channels.min() ?? 0)
            }
        }
        #expect(saturation(image) > saturation(base) * 5 / 4)
    }

    @Test func `transparent parts stay transparent when deep-fried`() throws {
        let base = try Image(size: PixelSize(width: 40, height: 30), fill: .clear)
        #expect(try fried(base)[20, 15].alpha == 0)
    }

    @Test func `a deep-fried JPEG is encoded again`() throws {
        var meme = Meme.classic(top: "A")
        meme.effect = .deepFried
        let file = try MemeFile.Job(
            meme, on: TestPicture.jpeg(64, 48), encoding: .jpeg(), keepsBlocks: true, fonts: fonts
        ).run()
        #expect(file.coding == .recompressed(.requested))
    }

    @Test func `text and picture can have effects at the same time, and both effects are encoded`() throws {
        let base = try Image(size: size, fill: ground)
        func drawn(_ effect: Caption.Effect?, isFried: Bool) throws -> Image {
            var meme = Meme(captions: [caption("HHHH", effect)])
            meme.effect = isFried ? .deepFried : nil
            #expect(try JSONDecoder().decode(Meme.self, from: JSONEncoder().encode(meme)) == meme)
            return try meme.render(onto: base, fonts: fonts).image
        }
        let both = try drawn(.rainbow, isFried: true)
        // Each effect is visible in the combination.
        #expect(try both.peakSignalToNoise(with: drawn(nil, isFried: true)) < 30)
        #expect(try both.peakSignalToNoise(with: drawn(.rainbow, isFried: false)) < 30)
    }

    @Test func `the error for an unknown effect lists the known ones`() {
        for (json, name) in [
            (#"{"effect":"glow"}"#, "deep-fried"), (#"{"captions":[{"effect":"neon"}]}"#, "glow, arc, rainbow"),
        ] {
            #expect {
                try JSONDecoder().decode(Meme.self, from: Data(json.utf8))
            } throws: { error in
                guard case DecodingError.dataCorrupted(let context) = error else { return false }
                return context.debugDescription.contains(name)
            }
        }
    }

    @Test(arguments: Caption.Effect.allCases)
    func `an effect has not changed`(effect: Caption.Effect) throws {
        let caption = caption("Light it up", effect)
        expectImage(try drawn(caption), matches: "effect-\(effect.rawValue)", tolerance: 2)
    }

    @Test func `effects of one caption can be combined`() throws {
        var seen: Set<[UInt8]> = []
        for effects in [[], [.glow], [.arc], [.rainbow], [.arc, .rainbow], [.arc, .glow], [.arc, .glow, .rainbow]]
            as [Set<Caption.Effect>]
        {
            var caption = caption("Rainbow", nil)
            caption.effects = effects
            #expect(try seen.insert(drawn(caption).encoded(as: .png)).inserted, "\(effects)")
            let written = try JSONEncoder().encode(caption)
            #expect(try JSONDecoder().decode(Caption.self, from: written) == caption)
        }
        // A single effect is encoded as a string, as before.
        var one = caption("a", .glow)
        #expect(String(decoding: try JSONEncoder().encode(one), as: UTF8.self).contains(#""effect":"glow""#))
        (one.effects, one.isVertical) = ([.rainbow, .arc], true)
        #expect(throws: MemeError.self) { try one.validate() }
    }

    @Test(arguments: [
        (#"{"effect": "neon"}"#, "glow, arc, rainbow"), (#"{"effect": ["arc", "neon"]}"#, "glow, arc, rainbow"),
        (#"{"letterCase": "uppercase"}"#, "typed, upper, lower"), (#"{"alignment": "centre"}"#, "left, center, right"),
        (#"{"verticalAlignment": "up"}"#, "top, middle, bottom"), (#"{"avoid": "faces"}"#, "detail, subject, none"),
        (#"{"appear": "letters"}"#, "words, lines"),
    ])
    func `the error for an unknown name lists the known ones`(json: String, names: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Caption.self, from: Data(json.utf8))
        }
        guard case .dataCorrupted(let context) = error else { return }
        #expect(context.debugDescription.hasSuffix("Use one of: \(names)."))
    }

    @Test func `the as-typed case has one current name, and its former name is accepted`() throws {
        let caption = try JSONDecoder().decode(Caption.self, from: Data(#"{"letterCase": "asTyped"}"#.utf8))
        #expect(caption.letterCase == .asTyped && LetterCase.asTyped.rawValue == "typed")
    }
}
