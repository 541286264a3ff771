/// The extent of a line's ink above and below its baseline, along its length.
struct LineSkyline {
    /// Width of a column in units.
    private static let column = TextLayout.unitsPerEm / 16
    private static let none = Int.min / 4

    private var first: Int
    private var above: [Int] = []
    private var below: [Int] = []
    /// The highest ink and the deepest ink; `nil` without ink.
    private(set) var extent: (above: Int, below: Int)?

    /// - Parameters:
    ///   - boxes: the ink on the line, in units.
    ///   - start: the beginning of the line, from the position that all lines are aligned to.
    ///   - margin: the width of the outline.
    init(_ boxes: [InkBox], start: Int, margin: Int) {
        let left = boxes.map(\.left).min() ?? 0
        let right = boxes.map(\.right).max() ?? 0
        first = Self.index(start + left - margin)
        let count = Self.index(start + right + margin) - first + 1
        above = [Int](repeating: Self.none, count: count)
        below = above
        for box in boxes {
            for index in Self.index(start + box.left - margin)...Self.index(start + box.right + margin) {
                above[index - first] = max(above[index - first], box.above)
                below[index - first] = max(below[index - first], box.below)
            }
            extent = (max(extent?.above ?? box.above, box.above), max(extent?.below ?? box.below, box.below))
        }
    }

    /// The distance of baselines at which the ink of `next`, the line below, just touches this line's.
    func distance(to next: LineSkyline) -> Int {
        var distance = 0
        let low = max(first, next.first)
        let high = min(first + below.count, next.first + next.above.count)
        guard low < high else { return 0 }
        for index in low..<high {
            distance = max(distance, below[index - first] + next.above[index - next.first])
        }
        return distance
    }

    private static func index(_ x: Int) -> Int {
        x >= 0 ? x / column : (x - column + 1) / column
    }
}

/// The box of a glyph's ink, from its origin.
struct InkBox {
    var left: Int
    var right: Int
    /// The extent upwards from the baseline.
    var above: Int
    /// The extent downwards from the baseline.
    var below: Int
}

extension TextLayout.Face {
    /// A glyph with the room that bold letters take. Marks, which have no room of their own, stay with their letters.
    func widened(_ glyph: Shaper.Glyph, isRightToLeft: Bool = false) -> Shaper.Glyph {
        guard isBold, glyph.id != 0 else { return glyph }
        let extra = typeface.units(typeface.boldness, scale: scale)
        var glyph = glyph
        glyph.x = Typeface.stretched(glyph.x)
        if glyph.advance > 0 {
            glyph.advance = Typeface.stretched(glyph.advance) + extra
            glyph.x += extra / 2
        } else {
            glyph.x += isRightToLeft ? extra / 2 : -extra / 2
        }
        return glyph
    }

    /// The left and right sides of a glyph's ink, in font units, which are `box` in the font.
    func sides(of box: InkBox) -> (left: Int, right: Int) {
        var (left, right) = (box.left, box.right)
        if isBold {
            left = Typeface.stretched(left) - typeface.boldness / 2
            right = Typeface.stretched(right) + typeface.boldness / 2
        }
        guard isSlanted else { return (left, right) }
        let middle = Double(typeface.capHeight) / 2
        func lean(_ height: Int) -> Int { Int((Typeface.slant * (Double(height) - middle)).rounded()) }
        return (left + lean(-box.below), right + lean(box.above))
    }
}

extension Typeface {
    /// The slope of slanted letters: the tangent of 12°.
    static let slant = 0.2126

    /// A length across bold letters. They are wider as well, because heavier strokes alone would close the inside of letters that are
    /// heavy already, as those of memes are.
    static func stretched(_ length: Int) -> Int { length * 6 / 5 }

    /// The weight that upright strokes of bold letters gain beyond that, in font units.
    var boldness: Int { unitsPerEm / 50 }
}

/// The plain box for a character that no font has. Fonts' own boxes differ, and some are empty.
struct MissingGlyph {
    /// The height of the font's capitals, in font units.
    let capHeight: Int
    private var thickness: Int { capHeight / 12 }
    private var bearing: Int { capHeight / 10 }
    private var width: Int { capHeight * 6 / 10 }

    /// The advance in font units.
    var advance: Int { width + 2 * bearing }

    /// The box of the ink, in font units.
    var inkBox: InkBox { InkBox(left: bearing, right: bearing + width, above: capHeight, below: 0) }

    var outline: [OutlinePiece] {
        let (left, right, bottom, top) = (thickness, width - thickness, thickness, capHeight - thickness)
        // The second one counter-clockwise, so that the inside stays empty.
        return contour((0, 0), (0, capHeight), (width, capHeight), (width, 0))
            + contour((left, bottom), (right, bottom), (right, top), (left, top))
    }

    private func contour(_ corners: (x: Int, y: Int)...) -> [OutlinePiece] {
        let points = corners.map { SIMD2(Float(bearing + $0.x), Float($0.y)) }
        return [.move(points[0])] + points.dropFirst().map(OutlinePiece.line)
    }
}
