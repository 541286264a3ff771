import PostcardImaging
import Testing

@testable import PostcardMemes

/// Fonts for characters that the caption's font lacks.
struct StandInTests {
    private func layout(_ text: String) throws -> TextLayout {
        var caption = Caption(text)
        caption.letterCase = .upper
        return try caption.layout(on: PixelSize(width: 800, height: 600))
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"), arguments: ["zaḽgo", "wořḓ", "ʁœ"])
    func `a word has one typeface`(word: String) throws {
        let glyphs = try layout(word).lines[0].glyphs
        #expect(Set(glyphs.map(\.typeface)).count == 1)
        #expect(glyphs.allSatisfy { $0.id != 0 })
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"))
    func `words in the caption's font stay in it`() throws {
        let glyphs = try layout("one zaḽgo two").lines.flatMap(\.glyphs)
        #expect(glyphs.count { $0.typeface == 0 } >= 6)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNoto && InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-core and -cjk"),
        arguments: ["か\u{308}", "ก\u{308}", "あ\u{323}"])
    func `a mark is above a letter in another font`(text: String) throws {
        let layout = try layout(text)
        #expect(layout.missing.isEmpty)
        let glyphs = layout.lines[0].glyphs
        try #require(glyphs.count == 2)
        func middle(_ glyph: TextLayout.Glyph) throws -> Int {
            let face = layout.typefaces[glyph.typeface]
            let box = try #require(face.typeface.inkBox(of: glyph.id))
            return glyph.x + face.typeface.units((box.left + box.right) / 2, scale: face.scale)
        }
        #expect(abs(try middle(glyphs[0]) - middle(glyphs[1])) < TextLayout.unitsPerEm / 50)
        // The mark does not make the line longer than the letter alone.
        let letter = try self.layout(String(text.unicodeScalars.prefix(1))).lines[0]
        #expect(abs(layout.lines[0].width - letter.width) < 100)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"), arguments: ["\u{FAD3}"])
    func `a compatibility ideograph is shown as its equivalent`(text: String) throws {
        #expect(try layout(text).missing.isEmpty)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"),
        arguments: ["A\u{20E3}B", "B\u{20E3}", "IA\u{20E3}I"])
    func `a frame around a letter has space next to it`(text: String) throws {
        let layout = try layout(text)
        try #require(layout.missing.isEmpty)
        let line = layout.lines[0]
        let boxes = try line.glyphs.compactMap { glyph in
            let face = layout.typefaces[glyph.typeface]
            let box = try #require(face.typeface.inkBox(of: glyph.id))
            func units(_ value: Int) -> Int { glyph.x + face.typeface.units(value, scale: face.scale) }
            return units(box.left)...units(box.right)
        }
        let frame = try #require(boxes.max { $0.count < $1.count })
        #expect(frame.lowerBound >= -1 && frame.upperBound <= line.width + 1)
        // Only the letter inside the frame overlaps the frame.
        #expect(boxes.count { $0 != frame && $0.overlaps(frame) } == 1)
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"), arguments: ["∀", "∈", "ℝ", "⇒"])
    func `a symbol is bold if a bold font has it`(sign: String) throws {
        let system = try #require(SystemFonts())
        let scalars = sign.unicodeScalars.map(\.value)
        let file = try #require(system.font(with: scalars, isColor: false, language: nil))
        // DejaVu Sans Bold, which fontconfig installs, has all of these symbols.
        #expect(file.path.contains("Bold") || !system.families.contains { $0.family == "DejaVu Sans" })
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"))
    func `a space with a mark is not drawn as a box`() throws {
        #expect(try layout("a \u{308}ب").missing.isEmpty)
    }

    /// Flat colors stay flat at any size, because the filter's weights add up to 1.
    @Test(arguments: [20, 37, 68, 71, 76, 80, 86, 116, 150] as [Float])
    func `a flat color in a bitmap stays flat`(size: Float) throws {
        let color: UInt32 = 0xFF1E_64D2
        let bitmap = ColorBitmap(
            width: 136, height: 128, left: 0, top: 100, pixelsPerEm: 109,
            pixels: [UInt32](repeating: color, count: 136 * 128))
        for rotation in [Rotation(degrees: 0), Rotation(degrees: 17)] {
            let image = try bitmap.drawn(size: size, rotation: rotation, shift: SIMD2(0.25, 0.5))
            let (width, height) = (image.mask.width, image.mask.height)
            let colors = image.colors ?? []
            for y in height * 2 / 5..<height * 3 / 5 {
                for x in width * 2 / 5..<width * 3 / 5 { #expect(colors[y * width + x] == color) }
            }
        }
    }
}
