/// What became of a caption.
public struct CaptionReport: Sendable {
    /// Where the glyphs stand, their size, and what did not fit or has no font.
    public var layout: TextLayout

    /// Whether the whole text is on the picture, every character in a font that has it.
    public var isComplete: Bool { layout.unfitted.isEmpty && layout.missing.isEmpty }

    /// What is not on the picture, as sentences; empty when it is complete.
    public var warnings: [String] {
        var warnings: [String] = []
        if !layout.unfitted.isEmpty { warnings.append("Too long, left out: \(layout.unfitted)") }
        if !layout.missing.isEmpty { warnings.append("No font has: \(layout.missing.joined(separator: " "))") }
        return warnings
    }
}
