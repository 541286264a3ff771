import PostcardImaging

/// Values that are left out of a written caption are those of ``Caption/init(_:in:)``. No outline is written as
/// `null`.
extension Caption: Codable {
    private enum Key: String, CodingKey {
        case text, box, font, maximumSize, minimumSize, fill, outline, shadow, backdrop, letterCase, alignment,
            verticalAlignment
        case angle, opacity, lineSpacing, language
        case isPlain = "plain"
        case appearance = "appear"
        case start = "from"
        case stop = "to"
        case isVertical = "vertical"
        case bubble
        case effects = "effect"
        case avoidance = "avoid"
    }

    /// Reads a caption.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            try values.decodeIfPresent(String.self, forKey: .text) ?? "",
            in: try values.decodeIfPresent(UnitBox.self, forKey: .box) ?? .whole)
        if let bubble = try values.decodeIfPresent(UnitPoint.self, forKey: .bubble) {
            makeBubble(pointingAt: bubble, movesBox: !values.contains(.box))
        }
        isVertical = try values.decodeIfPresent(Bool.self, forKey: .isVertical) ?? isVertical
        font = try values.decodeIfPresent(CaptionFont.self, forKey: .font) ?? font
        maximumSize = try values.decodeIfPresent(TextSize.self, forKey: .maximumSize) ?? maximumSize
        minimumSize = try values.decodeIfPresent(TextSize.self, forKey: .minimumSize) ?? minimumSize
        fill = try values.decodeIfPresent(Color.self, forKey: .fill) ?? fill
        if values.contains(.outline) { outline = try values.decodeIfPresent(Outline.self, forKey: .outline) }
        shadow = try values.decodeIfPresent(Shadow.self, forKey: .shadow)
        backdrop = try values.decodeIfPresent(Backdrop.self, forKey: .backdrop)
        letterCase = try values.decodeIfPresent(LetterCase.self, forKey: .letterCase) ?? letterCase
        alignment = try values.decodeIfPresent(HorizontalAlignment.self, forKey: .alignment) ?? alignment
        if isVertical, bubble == nil, !values.contains(.box) {
            moveColumns(to: values.contains(.alignment) ? alignment : .right)
            verticalAlignment = .top
        }
        verticalAlignment =
            try values.decodeIfPresent(VerticalAlignment.self, forKey: .verticalAlignment) ?? verticalAlignment
        angle = try values.decodeIfPresent(Double.self, forKey: .angle) ?? angle
        opacity = try values.decodeIfPresent(Double.self, forKey: .opacity) ?? opacity
        lineSpacing = try values.decodeIfPresent(Double.self, forKey: .lineSpacing) ?? lineSpacing
        language = try values.decodeIfPresent(String.self, forKey: .language)
        isPlain = try values.decodeIfPresent(Bool.self, forKey: .isPlain) ?? isPlain
        appearance = try values.decodeIfPresent(Appearance.self, forKey: .appearance)
        start = try values.decodeIfPresent(Double.self, forKey: .start)
        stop = try values.decodeIfPresent(Double.self, forKey: .stop)
        effects = try values.decodeIfPresent(Effect.List.self, forKey: .effects)?.effects ?? []
        avoidance = try values.decodeIfPresent(Avoidance.self, forKey: .avoidance) ?? avoidance
    }

    /// Writes all values.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(text, forKey: .text)
        try values.encode(box, forKey: .box)
        try values.encode(font, forKey: .font)
        try values.encode(maximumSize, forKey: .maximumSize)
        try values.encode(minimumSize, forKey: .minimumSize)
        try values.encode(fill, forKey: .fill)
        try values.encode(outline, forKey: .outline)
        try values.encodeIfPresent(shadow, forKey: .shadow)
        try values.encodeIfPresent(backdrop, forKey: .backdrop)
        try values.encode(letterCase, forKey: .letterCase)
        try values.encode(alignment, forKey: .alignment)
        try values.encode(verticalAlignment, forKey: .verticalAlignment)
        try values.encode(angle, forKey: .angle)
        try values.encode(opacity, forKey: .opacity)
        try values.encode(lineSpacing, forKey: .lineSpacing)
        try values.encodeIfPresent(language, forKey: .language)
        try values.encode(isPlain, forKey: .isPlain)
        try values.encodeIfPresent(appearance, forKey: .appearance)
        try values.encodeIfPresent(start, forKey: .start)
        try values.encodeIfPresent(stop, forKey: .stop)
        try values.encode(isVertical, forKey: .isVertical)
        try values.encodeIfPresent(bubble, forKey: .bubble)
        if !effects.isEmpty { try values.encode(Effect.List(effects: effects), forKey: .effects) }
        try values.encodeIfPresent(avoidance, forKey: .avoidance)
    }
}

/// A size is written as in CSS: `48px` for pixels, a plain number for a fraction of the picture's mean side.
extension TextSize: Codable {
    /// Reads a string such as `48px` or a number such as 0.14.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let fraction = try? container.decode(Double.self) {
            self = .fraction(fraction)
            return
        }
        let text = try container.decode(String.self)
        guard text.hasSuffix("px"), let pixels = Double(text.dropLast(2)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not a size. Write 48px, or a fraction of the picture such as 0.14.")
        }
        self = .pixels(pixels)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch unit {
        case .pixels: try container.encode("\(value)px")
        case .fraction: try container.encode(value)
        }
    }
}

/// A font is written by its name; the bundled one as `null` or `Frankmark`.
extension CaptionFont: Codable {
    /// Reads a name, as ``init(_:)`` does. Nothing else is read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .bundled : CaptionFont(try container.decode(String.self))
    }

    /// Writes the name.
    ///
    /// - Throws: `EncodingError` for a typeface, which has no name.
    public func encode(to encoder: any Encoder) throws {
        guard let name else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "A font given as a typeface cannot be written; name an installed one or a file."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
