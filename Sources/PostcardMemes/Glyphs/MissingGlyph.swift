/// The plain box that stands for a character that no font has. Fonts' own boxes differ, and some are empty.
struct MissingGlyph {
    private let height: Int
    private var thickness: Int { height / 12 }
    private var bearing: Int { height / 10 }
    private var width: Int { height * 6 / 10 }

    /// - Parameter capHeight: of the font in font units.
    init(capHeight: Int) {
        height = capHeight
    }

    /// In font units.
    var advance: Int { width + 2 * bearing }

    /// In font units.
    var inkBox: InkBox { InkBox(left: bearing, right: bearing + width, above: height, below: 0) }

    var outline: GlyphOutline {
        var outline = GlyphOutline()
        let inner = thickness
        add([(0, 0), (0, height), (width, height), (width, 0)], to: &outline)
        // The other way round, so that the inside stays empty.
        let (left, right, bottom, top) = (inner, width - inner, inner, height - inner)
        add([(left, bottom), (right, bottom), (right, top), (left, top)], to: &outline)
        return outline
    }

    private func add(_ corners: [(x: Int, y: Int)], to outline: inout GlyphOutline) {
        for (index, corner) in corners.enumerated() {
            outline.verbs.append(index == 0 ? .move : .line)
            outline.points.append(SIMD2(Float(bearing + corner.x), Float(corner.y)))
        }
    }
}
