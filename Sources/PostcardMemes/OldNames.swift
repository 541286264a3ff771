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

    package mutating func fillFonts(_ file: (_ name: String) throws -> [UInt8]?) throws {
        try resolveFonts(from: file)
    }
    package mutating func fillOverlays<Failure: Error>(
        _ picture: (_ name: String) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        try resolveOverlays(from: picture)
    }
}
