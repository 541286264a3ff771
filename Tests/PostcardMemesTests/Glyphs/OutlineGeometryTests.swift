import PostcardImaging
import Testing

@testable import PostcardMemes

struct OutlineGeometryTests {
    private static let side = 96

    private func polygon(_ corners: [(Float, Float)]) -> OutlineSegments {
        OutlineSegments(polygon: corners.map { SIMD2(Double($0.0), Double($0.1)) }, from: .zero)
    }

    @Test func `a square on whole pixels is exact`() {
        let coverage = CoverageRasterizer.coverage(
            of: polygon([(2, 1), (6, 1), (6, 4), (2, 4)]), width: 8, height: 6)
        for y in 0..<6 {
            for x in 0..<8 { #expect(coverage[y * 8 + x] == ((2..<6).contains(x) && (1..<4).contains(y) ? 255 : 0)) }
        }
    }

    @Test(arguments: [Float(0.25), 0.5, 0.75])
    func `a shifted square covers fractions of pixels`(shift: Float) {
        let coverage = CoverageRasterizer.coverage(
            of: polygon([(2 + shift, 1), (6 + shift, 1), (6 + shift, 4), (2 + shift, 4)]), width: 8, height: 6)
        let row = Array(coverage[16..<24])
        let edges = (left: UInt8((1 - shift) * 255 + 0.5), right: UInt8(shift * 255 + 0.5))
        #expect(row == [0, 0, edges.left, 255, 255, 255, edges.right, 0])
    }

    @Test func `overlapping contours are one shape`() {
        var outline: [OutlinePiece] = []
        for x: Float in [2, 4] {
            outline += [
                .move(SIMD2(x, -2)), .line(SIMD2(x + 4, -2)), .line(SIMD2(x + 4, -6)), .line(SIMD2(x, -6)),
            ]
        }
        let segments = OutlineSegments(outline, GlyphTransform(scale: 1), tolerance: 0.03)
        let coverage = CoverageRasterizer.coverage(of: segments, width: 10, height: 8)
        let row = Array(coverage[40..<50])
        #expect(row == [0, 0, 255, 255, 255, 255, 255, 255, 0, 0])
    }

    @Test func `an inner contour stays empty`() {
        let box = MissingGlyph(capHeight: 48).outline
        let segments = OutlineSegments(box, GlyphTransform(scale: 1, offset: SIMD2(0, 50)), tolerance: 0.03)
        let coverage = CoverageRasterizer.coverage(of: segments, width: 40, height: 60)
        #expect(coverage[26 * 40 + 18] == 0)
        #expect(coverage[26 * 40 + 5] == 255)
    }

    /// A star has sharp and concave corners. Wrong distances would leave holes between its points.
    private func star() -> OutlineSegments {
        polygon([(48, 20), (54, 40), (76, 40), (58, 52), (66, 74), (48, 60), (30, 74), (38, 52), (20, 40), (42, 40)])
    }

    @Test(arguments: [Float(0.4), 1, 3.3, 8, 17])
    func `an outline is at the exact distance`(radius: Float) {
        let segments = star()
        let side = Self.side
        let fill = CoverageRasterizer.coverage(of: segments, width: side, height: side)
        let outlined = OutlineRasterizer.coverage(
            of: segments, radius: radius, around: Mask(x: 0, y: 0, width: side, height: side, coverage: fill))
        let corners = segments.points
        for y in 0..<side {
            for x in 0..<side {
                let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
                var distance = Float.infinity
                for index in corners.indices {
                    let start = corners[index]
                    let way = corners[(index + 1) % corners.count] - start
                    let along = min(max(((place - start) * way).sum() / (way * way).sum(), 0), 1)
                    let rest = place - start - along * way
                    distance = min(distance, (rest * rest).sum().squareRoot())
                }
                let inner = fill[y * side + x]
                if inner >= 128 { distance = -distance }
                let expected = max(Float(inner), min(max(radius + 0.5 - distance, 0), 1) * 255)
                // Allows for rounding to a byte, and for a different order of computation.
                #expect(abs(Float(outlined[y * side + x]) - expected) <= 0.6, "at \(x), \(y)")
            }
        }
    }

    @Test(arguments: ["i", "8", "%", "@", "Ä", "Q"], [Float(1), 4, 12, 30])
    func `an outline has no holes`(letter: String, radius: Float) throws {
        let typeface = try FontLibrary.shared.bundledTypeface()
        let scalar = try #require(letter.unicodeScalars.first)
        let text = try CaptionText(letter, letterCase: .asTyped)
        let runs = try TextRuns(text, typeface: typeface, fonts: FontLibrary(usesSystemFonts: false))
        let glyph = try #require(
            try Shaper(text.scalars, language: nil).shape(runs.runs[0], with: typeface, scale: TextLayout.unitsPerEm)
                .first)
        try #require(glyph.id != 0, "\(scalar)")
        var key = GlyphKey(
            typeface: typeface.number, glyph: glyph.id, size: 64 * 64, radius: 0, rotation: .none, shiftX: 0, shiftY: 0)
        let fill = try GlyphDrawing.fill(of: typeface, key: key)
        key.radius = Int32(radius * 64)
        let outlined = try GlyphDrawing.outlined(fill, of: typeface, key: key)
        // Every pixel within the outline width of a filled pixel is covered, with a tolerance of one pixel diagonal.
        let reach = Int(radius - 1.5)
        for y in 0..<fill.mask.height {
            for x in 0..<fill.mask.width where fill.mask.coverage[y * fill.mask.width + x] == 255 {
                for dx in -max(0, reach)...max(0, reach) {
                    let column = fill.mask.x + x + dx - outlined.mask.x
                    let row = fill.mask.y + y - outlined.mask.y
                    try #require(outlined.mask.coverage[row * outlined.mask.width + column] == 255)
                }
            }
        }
    }
}
