extension Caption {
    /// A named change of the letters. All of them can be combined.
    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// A soft light around the letters, in their colour; that of white, grey and black letters is pink.
        case glow
        /// Lines bent along circles: upwards in their middle, or downwards for text at the bottom of its box.
        case arc
        /// All hues along the lines, at one lightness. Emoji keep their colours.
        case rainbow
    }
}

extension Meme {
    /// A named change of the whole picture.
    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// Too much of everything: colour, contrast, sharpness, noise, and the blocks of a JPEG that was saved too often.
        case deepFried = "deep-fried"
    }
}

extension Caption.Effect: Codable {
    /// Reads a name.
    public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }

    /// Several effects, a list of their names; one is written as its name alone.
    struct List: Codable {
        let effects: Set<Caption.Effect>

        init(effects: Set<Caption.Effect>) { self.effects = effects }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard (try? container.decode(String.self)) == nil else {
                effects = [try container.decode(Caption.Effect.self)]
                return
            }
            effects = Set(try container.decode([Caption.Effect].self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            let names = Caption.Effect.allCases.filter(effects.contains)
            if names.count == 1 { try container.encode(names[0]) } else { try container.encode(names) }
        }
    }
}

extension Meme.Effect: Codable {
    /// Reads a name.
    public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
}
