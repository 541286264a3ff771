import PostcardImaging

/// Finds sizes at which captions cover few likely faces and little detail, without leaving their edge of the base image.
///
/// Each caption is laid out in its own box at several sizes, and the line breaks change with the size. Of legible layouts of nearly the
/// same size, the layout with the fewest lines is used. A smaller size is used only if this leaves much more of the subject visible, or if
/// the text is much larger than another text.
struct CaptionSizes {
    /// The smaller text sizes to try, as fractions of the size that fills the caption's own box.
    private static let sizes = [0.92, 0.85, 0.78, 0.7, 0.63]
    /// The costs of covering all detail beyond the average for the area, and of shrinking text to nothing. Covering a likely face costs its
    /// likelihood.
    private static let (detailCost, smallness) = (2.0, 1.3)
    /// The minimum reduction in cost that justifies smaller text.
    private static let gain = 0.1
    /// The minimum size of text with fewer lines, as a fraction of the size that fills the caption's own box.
    private static let fewerLines = 0.73
    /// The heights of capitals, as fractions of the picture's height: enough for fewer lines, the minimum of text that is limited because
    /// another text is smaller, and so large that text may shrink to it at no cost.
    private static let (clear, large, huge) = (0.065, 0.1, 0.13)
    /// The maximum size of a text relative to the smallest text.
    private static let maximumRatio = 2.0

    let size: PixelSize
    let detail: DetailGrid
    let faces: LikelyFaces
    let fonts: FontLibrary

    /// Returns the captions with the best maximum sizes. A short text is at most twice as large as a long text if it remains large.
    func fitted(_ captions: [Caption]) throws -> [Caption] {
        let found = try captions.map(fittedAlone)
        guard let smallest = found.compactMap({ $0.layout?.size }).min() else { return captions }
        return found.map { caption, layout in
            guard let layout else { return caption }
            let limit = max(smallest * Self.maximumRatio, textSize(of: layout, capitals: Self.large))
            guard layout.size > limit else { return caption }
            var smaller = caption
            smaller.maximumSize = .pixels(limit)
            return smaller
        }
    }

    /// Returns the caption with the best maximum size regardless of other captions, and its layout; no layout if the caption has no
    /// visible text.
    private func fittedAlone(_ caption: Caption) throws -> (caption: Caption, layout: TextLayout?) {
        try ImageWork.checkpoint()
        let typesetter = try TextTypesetter(caption, fonts: fonts)
        let whole = try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: typesetter)
        guard !whole.lines.isEmpty else { return (caption, nil) }
        var usual = whole
        var best = (caption: caption, layout: whole, cost: cost(of: whole, caption, usual: whole) - Self.gain)
        for share in Self.sizes {
            var smaller = caption
            smaller.maximumSize = .pixels(whole.size * share)
            let layout = try CaptionRenderer(smaller, on: size, fonts: fonts).layout(by: typesetter)
            guard !layout.lines.isEmpty, layout.unfitted == whole.unfitted else { break }
            if layout.size >= whole.size * Self.fewerLines, hasFewerLines(layout, than: best.layout, of: caption) {
                usual = layout
                best = (smaller, layout, cost(of: layout, smaller, usual: usual) - Self.gain)
            } else {
                let cost = cost(of: layout, smaller, usual: usual)
                if cost < best.cost { best = (smaller, layout, cost) }
            }
        }
        return (best.caption, best.layout)
    }

    /// True if a layout has fewer lines than another, remains clear, and covers no more of likely faces.
    private func hasFewerLines(_ layout: TextLayout, than other: TextLayout, of caption: Caption) -> Bool {
        layout.lines.count < other.lines.count && layout.size >= textSize(of: layout, capitals: Self.clear)
            && covered(by: layout, caption) <= covered(by: other, caption)
    }

    /// Returns the cost of a layout. `usual` is the layout that is used if it covers nothing.
    private func cost(of layout: TextLayout, _ caption: Caption, usual: TextLayout) -> Double {
        let box = CaptionPlacement.share(of: layout, caption, on: size)
        let area = (box.high.x - box.low.x) * (box.high.y - box.low.y)
        let enough = min(usual.size, textSize(of: layout, capitals: Self.huge))
        return covered(by: layout, caption)
            + Self.detailCost * max(0, detail.share(from: box.low, to: box.high) - area)
            + Self.smallness * max(0, 1 - layout.size / enough)
    }

    private func covered(by layout: TextLayout, _ caption: Caption) -> Double {
        let box = CaptionPlacement.share(of: layout, caption, on: size)
        return faces.covered(from: box.low, to: box.high)
    }

    /// Returns the text size, in pixels, at which capitals have a height that is given as a fraction of the picture's height.
    private func textSize(of layout: TextLayout, capitals share: Double) -> Double {
        layout.typefaces[0].size(withCapHeight: share * Double(size.height))
    }
}
