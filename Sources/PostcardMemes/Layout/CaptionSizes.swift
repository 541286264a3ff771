import PostcardImaging

/// Finds sizes at which captions cover few likely faces and little detail, without leaving their edge of the base image.
///
/// Each caption is laid out in its own box at several sizes, and the line breaks change with the size. A smaller size is used only if this
/// leaves much more of the subject visible.
struct CaptionSizes {
    /// The smaller text sizes to try, as fractions of the size that fills the caption's own box.
    private static let sizes = [0.92, 0.85, 0.78, 0.7, 0.63]
    /// The costs of covering all detail beyond the average for the area, and of shrinking text to nothing. Covering a likely face costs its
    /// likelihood.
    private static let (detailCost, smallness) = (2.0, 1.3)
    /// The minimum reduction in cost that justifies smaller text.
    private static let gain = 0.1

    let size: PixelSize
    let detail: DetailGrid
    let faces: LikelyFaces
    let fonts: FontLibrary

    /// Returns the caption with the best maximum size.
    func fitted(_ caption: Caption) throws -> Caption {
        let typesetter = try TextTypesetter(caption, fonts: fonts)
        func layout(_ caption: Caption) throws(MemeError) -> TextLayout {
            try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: typesetter)
        }
        let whole = try layout(caption)
        guard !whole.lines.isEmpty else { return caption }
        func cost(_ caption: Caption, _ layout: TextLayout) -> Double {
            let box = CaptionPlacement.share(of: layout, caption, on: size)
            let area = (box.high.x - box.low.x) * (box.high.y - box.low.y)
            return faces.covered(from: box.low, to: box.high)
                + Self.detailCost * max(0, detail.share(from: box.low, to: box.high) - area)
                + Self.smallness * (1 - layout.size / whole.size)
        }
        var best = (caption: caption, cost: cost(caption, whole) - Self.gain)
        for share in Self.sizes {
            var smaller = caption
            smaller.maximumSize = .pixels(whole.size * share)
            let layout = try layout(smaller)
            guard !layout.lines.isEmpty, layout.unfitted == whole.unfitted else { break }
            let cost = cost(smaller, layout)
            if cost < best.cost { best = (smaller, cost) }
        }
        return best.caption
    }
}
