extension Caption {
    /// A change of the letters that has a name.
    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// A soft light round the letters, in their colour; that of white, grey and black letters is pink.
        case glow
        /// Lines bent along circles: upwards in their middle, or downwards for text at the bottom of its box.
        case arc
        /// All hues along the lines, at one lightness. Emoji keep their colours.
        case rainbow
    }
}

extension Meme {
    /// A change of the whole picture that has a name.
    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// Too much of everything: colour, contrast, sharpness, noise, and the blocks of a JPEG that was saved too often.
        case deepFried = "deep-fried"
    }
}

extension Caption.Effect: Codable {
    /// Reads a name.
    public init(from decoder: any Decoder) throws { self = try EffectName.value(from: decoder) }
}

extension Meme.Effect: Codable {
    /// Reads a name.
    public init(from decoder: any Decoder) throws { self = try EffectName.value(from: decoder) }
}

private enum EffectName {
    static func value<Effect: RawRepresentable & CaseIterable>(
        from decoder: any Decoder
    ) throws -> Effect where Effect.RawValue == String {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let effect = Effect(rawValue: name) else {
            let names = Effect.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(name.prefix(80))” is no effect here. Take one of: \(names).")
        }
        return effect
    }
}
