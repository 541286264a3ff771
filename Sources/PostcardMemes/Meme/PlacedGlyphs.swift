internal import PostcardImaging

/// The glyphs of a layout on a picture: whole pixels, and quarters of a pixel within them.
struct PlacedGlyphs {
    struct Glyph {
        var x: Int
        var y: Int
        private var fillKey: GlyphKey

        init(_ position: SIMD2<Double>, typeface: Int, glyph: UInt32, size: Int32, rotation: Rotation) {
            let quarters = (x: Int((position.x * 4).rounded(.down)), y: Int((position.y * 4).rounded(.down)))
            x = quarters.x >> 2
            y = quarters.y >> 2
            fillKey = GlyphKey(
                typeface: typeface, glyph: glyph, size: size, radius: 0, rotation: rotation.hundredths,
                shiftX: UInt8(quarters.x & 3), shiftY: UInt8(quarters.y & 3))
        }

        func key(radius: Int32) -> GlyphKey {
            var key = fillKey
            key.radius = radius
            return key
        }
    }

    let rotation: Rotation
    private(set) var glyphs: [Glyph] = []

    init(_ layout: TextLayout, caption: Caption, on size: PixelSize) {
        rotation = Rotation(degrees: caption.angle)
        let pixels = layout.size / Double(TextLayout.unitsPerEm)
        let box = (
            x: caption.box.x * Double(size.width), y: caption.box.y * Double(size.height),
            width: caption.box.width * Double(size.width), height: caption.box.height * Double(size.height)
        )
        let center = SIMD2(box.x + box.width / 2, box.y + box.height / 2)
        let outline = (caption.outline?.width ?? 0) * layout.size
        let height = Double(layout.above + (layout.lines.count - 1) * layout.leading + layout.below) * pixels + 2 * outline
        let top: Double =
            switch caption.verticalAlignment {
            case .top: box.y
            case .middle: box.y + (box.height - height) / 2
            case .bottom: box.y + box.height - height
            }
        let first = top + outline + Double(layout.above) * pixels
        for (index, line) in layout.lines.enumerated() {
            let baseline = (first + Double(index * layout.leading) * pixels).rounded()
            let rest = box.width - Double(line.width) * pixels
            let left: Double =
                switch caption.alignment {
                case .left: box.x + outline
                case .center: box.x + rest / 2
                case .right: box.x + rest - outline
                }
            for glyph in line.glyphs {
                let face = layout.typefaces[glyph.typeface]
                var position = SIMD2(left + Double(glyph.x) * pixels, baseline - Double(glyph.y) * pixels)
                if !rotation.isNone { position = center + rotation.apply(position - center) }
                glyphs.append(
                    Glyph(
                        position, typeface: face.typeface.number, glyph: glyph.id,
                        size: Int32((layout.size * Double(face.scale) * 64 / Double(TextLayout.unitsPerEm)).rounded()),
                        rotation: rotation))
            }
        }
    }
}
