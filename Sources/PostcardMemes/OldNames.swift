// Old names that modules above this one still use.

extension Meme {
    package var hasOneSize: Bool {
        get { usesUniformTextSize }
        set { usesUniformTextSize = newValue }
    }
    package init(
        captions: [Caption] = [], above: [Caption] = [], below: [Caption] = [], surround: Surround? = nil,
        overlays: [Overlay] = [], shapes: [MemeShape] = [], hasOneSize: Bool
    ) {
        self.init(
            captions: captions, above: above, below: below, surround: surround, overlays: overlays, shapes: shapes,
            usesUniformTextSize: hasOneSize)
    }
}
