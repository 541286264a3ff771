import PostcardCore
import PostcardImaging
import Testing

@testable import PostcardMemes

struct GlyphCacheTests {
    private func key(_ glyph: Int) -> GlyphKey {
        GlyphKey(typeface: 1, glyph: UInt32(glyph), size: 64, radius: 0, rotation: .none, shiftX: 0, shiftY: 0)
    }

    private let image = GlyphImage(mask: Mask(x: 0, y: 0, width: 10, height: 10))

    @Test func `a cached glyph is not drawn again`() throws {
        let cache = GlyphCache(byteLimit: 1 << 20)
        var drawn = 0
        for _ in 0..<3 {
            let images = try cache.images(for: [key(1), key(2), key(1)]) { _ in
                drawn += 1
                return image
            }
            #expect(images.count == 3)
        }
        #expect(drawn == 2)
    }

    @Test func `old glyphs are removed`() throws {
        let cache = GlyphCache(byteLimit: 20 * (100 + 160))
        var drawn: [Int] = []
        for glyph in 0..<1_000 {
            // The first glyph is requested every time.
            _ = try cache.images(for: [key(0), key(glyph)]) { index in
                drawn.append(index == 0 ? 0 : glyph)
                return image
            }
        }
        #expect(drawn.filter { $0 == 0 }.count == 1)
        #expect(drawn.count == 1_000)
        #expect(cache.count <= 20)
    }

    @Test func `threads get the same pixels`() async throws {
        let fonts = FontLibrary(usesSystemFonts: false)
        let size = PixelSize(width: 400, height: 300)
        let caption = Caption("Many threads, one meme", in: UnitBox(x: 0, y: 0, width: 1, height: 0.4))
        @Sendable func layers(_ fonts: FontLibrary) throws -> [MaskLayers] {
            try CaptionRenderer(caption, on: size, fonts: fonts).lettering().layers
        }
        let expected = try layers(FontLibrary(usesSystemFonts: false))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { try layers(fonts) == expected }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
