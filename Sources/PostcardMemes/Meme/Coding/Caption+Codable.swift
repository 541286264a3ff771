internal import PostcardImaging

/// What is left out of a written caption looks as in a caption made with ``Caption/init(_:in:)``. No outline is written as
/// `null`.
extension Caption: Codable {
    private enum Key: String, CodingKey {
        case text, box, font, maximumSize, minimumSize, fill, outline, shadow, backdrop, letterCase, alignment,
            verticalAlignment
        case angle, opacity, lineSpacing, language
    }

    /// Reads a caption.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            try values.decodeIfPresent(String.self, forKey: .text) ?? "",
            in: try values.decodeIfPresent(UnitBox.self, forKey: .box) ?? .whole)
        font = try values.decodeIfPresent(CaptionFont.self, forKey: .font) ?? font
        maximumSize = try values.decodeIfPresent(TextSize.self, forKey: .maximumSize) ?? maximumSize
        minimumSize = try values.decodeIfPresent(TextSize.self, forKey: .minimumSize) ?? minimumSize
        fill = try values.decodeIfPresent(Color.self, forKey: .fill) ?? fill
        if values.contains(.outline) { outline = try values.decodeIfPresent(Outline.self, forKey: .outline) }
        shadow = try values.decodeIfPresent(Shadow.self, forKey: .shadow)
        backdrop = try values.decodeIfPresent(Backdrop.self, forKey: .backdrop)
        letterCase = try values.decodeIfPresent(LetterCase.self, forKey: .letterCase) ?? letterCase
        alignment = try values.decodeIfPresent(HorizontalAlignment.self, forKey: .alignment) ?? alignment
        verticalAlignment =
            try values.decodeIfPresent(VerticalAlignment.self, forKey: .verticalAlignment) ?? verticalAlignment
        angle = try values.decodeIfPresent(Double.self, forKey: .angle) ?? angle
        opacity = try values.decodeIfPresent(Double.self, forKey: .opacity) ?? opacity
        lineSpacing = try values.decodeIfPresent(Double.self, forKey: .lineSpacing) ?? lineSpacing
        language = try values.decodeIfPresent(String.self, forKey: .language)
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
    }
}
