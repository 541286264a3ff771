import PostcardImaging

extension Caption {
    /// An effect on the text of a caption. Effects can be combined.
    public enum Effect: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// A soft glow around the text in the text's color; pink for white, gray and black text.
        case glow
        /// Lines bent along circles. The middle of each line rises, or sags if the text is at the bottom of its box.
        case arc
        /// All hues in sequence along the lines, at the same lightness. Emoji keep their colors.
        case rainbow
    }
}

extension Meme {
    /// An effect on the whole picture.
    public enum Effect: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Excessive color, contrast, sharpness and noise, and the block artifacts of a JPEG that was saved too often.
        case deepFried = "deep-fried"
    }
}

/// The look of a picture that was saved too often: excessive color, contrast, sharpness and noise, and JPEG block artifacts. The result is
/// deterministic.
enum DeepFryer {
    /// The largest mean side, in pixels, at which blocks have their usual size. On larger pictures, blocks grow in proportion.
    private static let mildSide = 900.0
    private static let (saturation, contrast) = (2.1875, 1.484375)
    private static let quality = 9
    private static let noise = 44

    static func fried(_ image: Image) throws -> Image {
        let side = (Double(image.size.width) * Double(image.size.height)).squareRoot()
        let scale = max(1, (side / mildSide).rounded())
        var fried = try image.filtered(.saturate(by: saturation, luma: .rec601)).filtered(.tone(tone))
            .sharpened(sigma: 1.4 * scale, amount: 2.2).filtered(.noise(amount: noise, seed: 19))
        try ImageWork.checkpoint()
        let small = try fried.flattened(onto: .white).resized(
            Resize(
                into: PixelSize(
                    width: max(1, Int((Double(image.size.width) / scale).rounded())),
                    height: max(1, Int((Double(image.size.height) / scale).rounded()))), fit: .exact))
        let coarse = try Image(decoding: small.encoded(as: .jpeg(quality: quality)))
        try ImageWork.checkpoint()
        let large = Resize(into: image.size, fit: .exact, enlarges: true)
        let (before, after) = (try small.resized(large), try coarse.resized(large))
        // Add the block artifacts to the sharp picture, so that text stays sharp.
        try before.withRows { before in
            try after.withRows { after in
                try fried.withMutableRows { (rows) throws(ImageError) in
                    for y in 0..<image.size.height {
                        if y & 63 == 0 { try ImageWork.checkpoint() }
                        let (row, before, after) = (rows[y], before[y], after[y])
                        for x in 0..<image.size.width {
                            let (old, lost, found) = (row[x], before[x], after[x])
                            func moved(_ shift: Int32) -> Int32 {
                                let value = (old >> shift & 255) + (found >> shift & 255) - (lost >> shift & 255)
                                return min(255, max(0, value)) << shift
                            }
                            row[x] = old & 0x7F00_0000 | moved(16) | moved(8) | moved(0)
                        }
                    }
                }
            }
        }
        return fried
    }

    /// Increases color and contrast, and makes the tone warmer.
    private static let tone = ToneCurve(
        [30.0, 4, -34].map { warmth in { level in 128 + (level - 120) * contrast + warmth } })
}

extension Meme.Effect {
    func applied(to image: Image) throws -> Image {
        switch self {
        case .deepFried: try DeepFryer.fried(image)
        }
    }
}
