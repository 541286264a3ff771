import PostcardCore
import Testing

@testable import PostcardImaging

/// Texts by which results are told to be made by other options.
struct RecipeTests {
    @Test func `rules for sizes that differ have recipes that differ`() {
        let box = PixelSize(width: 30, height: 40)
        let fits: [Resize.Fit] = [
            .inside, .exact, .cover, .cover(.detail), .cover(.point(x: 0.25, y: 0.5)), .cover(.point(x: 0.5, y: 0.25)),
            .pad(.black), .pad(.white), .pad(.clear),
        ]
        let rules =
            fits.flatMap { [Resize(into: box, fit: $0), Resize(into: box, fit: $0, enlarges: true)] }
            + [Resize(into: .square(30)), Resize(scaledBy: 0.25), Resize(scaledBy: 0.5)]
        #expect(Set(rules.map(\.recipe)).count == rules.count)
        #expect(Resize(into: box).recipe == Resize(into: box).recipe)
    }

    @Test func `encodings that differ have recipes that differ`() {
        var tagged = Metadata()
        tagged.artist = "M"
        var progressive = EncodingOptions.jpeg()
        progressive.isProgressive = true
        let all: [EncodingOptions] = [
            .jpeg(), progressive, .jpeg(quality: 84), .png, .gif, .webp(), .webp(quality: 85), .losslessWebP, .avif(),
            .avif(quality: 85),
            .png.withMetadata(tagged),
        ]
        #expect(Set(all.map(\.recipe)).count == all.count)
    }
}
