import PostcardCore
import Testing

@testable import PostcardImaging

/// Recipes: strings that show whether two results were made with different options.
struct RecipeTests {
    @Test func `different resize rules have different recipes`() {
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

    @Test func `different encodings have different recipes`() {
        var tagged = Metadata()
        tagged.artist = "M"
        var progressive = EncodingOptions.jpeg()
        progressive.isProgressive = true
        let all: [EncodingOptions] = [
            .jpeg(), progressive, .jpeg(quality: 84), .png, .gif, .webp(), .webp(quality: 85), .webp(quality: nil),
            .avif(),
            .avif(quality: 85),
            .png.withMetadata(tagged),
        ]
        #expect(Set(all.map(\.recipe)).count == all.count)
    }

    @Test func `different edits have different recipes`() throws {
        let filters: [PixelFilter] = [
            .negative, .brightness(percent: 1), .equalize, .grayscale(), .grayscale(luma: .rec601),
            .grayscale(luma: .hsp), .saturate(by: 0.5), .saturate(by: 0.5, luma: .hsp), .mosaic(side: 2), .edges,
            .emboss, .noise(amount: 2, seed: 1), .noise(amount: 1, seed: 2),
        ]
        let edits: [Edit] =
            filters.map { .filter($0) } + [
                .resize(Resize(into: .square(3))), .crop(PixelRect(x: 0, y: 0, width: 1, height: 2)),
                .crop(PixelRect(x: 0, y: 0, width: 2, height: 1)), .rotate(degrees: 1),
                .rotate(degrees: 1, fill: .white), .orient(.upMirrored), .orient(.downMirrored), .blur(sigma: 1),
                .sharpen(sigma: 1), .sharpen(amount: 1), .roundCorners(radius: 1),
                .watermark(Watermark(try Image(size: .square(2), fill: .white))),
                .watermark(Watermark(try Image(size: .square(2), fill: .black))),
                .watermark(Watermark(try Image(size: .square(2), fill: .white), opacity: 0.5)),
            ]
        #expect(Set(edits.map(\.recipe)).count == edits.count)
    }

    /// A changed recipe causes results to be made again, so recipes contain no names from the code.
    @Test func `recipes are stable strings`() throws {
        #expect(Edit.crop(PixelRect(x: 1, y: 2, width: 3, height: 4)).recipe == "crop 1 2 3 4")
        #expect(Edit.rotate(degrees: -1.5, fill: .white).recipe == "rotate -1.5 #ffffff")
        #expect(Edit.orient(.upMirrored).recipe == "flip 2")
        #expect(Edit.sharpen().recipe == "sharpen 0.5 0.5")
        #expect(Edit.filter(.mosaic(side: 9)).recipe == "mosaic 9")
        #expect(Edit.filter(.edges).recipe == "convolution 3 127.0 -1.0 0.0 -1.0 0.0 4.0 0.0 -1.0 0.0 -1.0")
        #expect(Edit.resize(Resize(into: .square(9), fit: .cover(.detail))).recipe == "resize 9 9 cover detail false")
    }
}
