import PostcardImaging

/// The coloured glyphs of a block, laid over each other.
struct GlyphColors {
    private let x: Int
    private let y: Int
    private let width: Int
    private let height: Int
    /// Premultiplied `0xAARRGGBB`.
    private(set) var pixels: [UInt32]

    /// Nothing yet, over the rectangle of `mask`.
    init(over mask: Mask) {
        x = mask.x
        y = mask.y
        width = mask.width
        height = mask.height
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    mutating func add(_ image: GlyphImage, dx: Int, dy: Int) {
        guard let colors = image.colors else { return }
        for row in 0..<image.mask.height {
            let targetRow = image.mask.y + dy + row - y
            guard 0..<height ~= targetRow else { continue }
            for column in 0..<image.mask.width {
                let targetColumn = image.mask.x + dx + column - x
                guard 0..<width ~= targetColumn else { continue }
                let index = targetRow * width + targetColumn
                pixels[index] = Self.over(colors[row * image.mask.width + column], pixels[index])
            }
        }
    }

    /// Premultiplied source-over.
    static func over(_ top: UInt32, _ bottom: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        if bottom == 0 || rest == 0 { return top }
        var result: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let below = bottom >> shift & 255
            result |= min(255, (top >> shift & 255) + (below * rest + 127) / 255) << shift
        }
        return result
    }
}

extension GlyphImage {
    /// The glyph in a colour; glyphs that are coloured keep their own colours.
    func tinted(_ color: Color?) -> GlyphImage {
        guard let color, colors == nil else { return self }
        // The premultiplied pixel of each coverage.
        let pixels = (0...255).map { coverage in
            let opacity = (UInt32(coverage) * UInt32(color.alpha) + 127) / 255
            func premultiplied(_ channel: UInt8) -> UInt32 { (UInt32(channel) * opacity + 127) / 255 }
            return opacity << 24 | premultiplied(color.red) << 16 | premultiplied(color.green) << 8
                | premultiplied(color.blue)
        }
        var image = self
        image.colors = mask.coverage.map { pixels[Int($0)] }
        return image
    }
}
