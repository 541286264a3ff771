import PostcardCore

/// The text size of a drawn caption, and the parts of its text that are missing.
public struct CaptionReport: Sendable {
    /// The positions and size of the glyphs, and the text that did not fit or that no font contains.
    package var layout: TextLayout

    /// The size of the text in pixels; 0 if no text is drawn.
    public var textSize: Double { layout.size }

    /// True if the whole text is on the picture, and each character is drawn in a font that contains it.
    public var isComplete: Bool { layout.unfitted.isEmpty && layout.missing.isEmpty }

    /// The missing parts of the text, as sentences; empty if the text is complete.
    public var warnings: [String] {
        var warnings: [String] = []
        if !layout.unfitted.isEmpty { warnings.append("Text that did not fit: \(layout.unfitted)") }
        if !layout.missing.isEmpty {
            warnings.append("No font contains: \(layout.missing.map(Self.named).joined(separator: " "))")
        }
        return warnings
    }

    /// Returns a character with its code point, because the terminal may also be unable to show the character.
    private static func named(_ text: String) -> String {
        let numbers = text.unicodeScalars.map { "U+" + $0.value.padded(to: 4, radix: 16).uppercased() }
        return "\(text) (\(numbers.joined(separator: " ")))"
    }
}
