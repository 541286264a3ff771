import PostcardImaging

/// Finds sizes at which captions cover few likely faces and little detail, without leaving their edge of the base image.
///
/// Each caption is laid out in its own box at several sizes, and the line breaks change with the size. A smaller size is used only if this
/// leaves much more of the subject visible.
struct CaptionSizes {
    /// The text sizes to try, as fractions of the size that fills the caption's own box.
    private static let sizes = [1, 0.92, 0.85, 0.78, 0.7, 0.63]
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
        var whole: TextLayout?
        var best: (caption: Caption, cost: Double)?
        for share in Self.sizes {
            var smaller = caption
            if let whole { smaller.maximumSize = .pixels(whole.size * share) }
            let layout = try CaptionRenderer(smaller, on: size, fonts: fonts).layout(by: typesetter)
            guard !layout.lines.isEmpty, layout.unfitted == (whole ?? layout).unfitted else { break }
            let box = CaptionPlacement.share(of: layout, smaller, on: size)
            let area = (box.high.x - box.low.x) * (box.high.y - box.low.y)
            let cost =
                faces.covered(from: box.low, to: box.high)
                + Self.detailCost * max(0, detail.share(from: box.low, to: box.high) - area)
                + Self.smallness * (1 - layout.size / (whole ?? layout).size)
            if best.map({ cost < $0.cost - ($0.caption == caption ? Self.gain : 0) }) ?? true { best = (smaller, cost) }
            whole = whole ?? layout
        }
        return best?.caption ?? caption
    }
}
