/// The plain box drawn for a character that no font has. The boxes that fonts contain differ, and some boxes are empty.
struct MissingGlyph {
    /// The font's cap height in font units.
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
        // The inner contour is counterclockwise, so the inside stays empty.
        return contour((0, 0), (0, capHeight), (width, capHeight), (width, 0))
            + contour((left, bottom), (right, bottom), (right, top), (left, top))
    }

    private func contour(_ corners: (x: Int, y: Int)...) -> [OutlinePiece] {
        let points = corners.map { SIMD2(Float(bearing + $0.x), Float($0.y)) }
        return [.move(points[0])] + points.dropFirst().map(OutlinePiece.line)
    }
}
