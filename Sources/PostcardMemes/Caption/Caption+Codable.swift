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
        try decoder.update(
            &self, (Key.isVertical, \.isVertical), (.font, \.font), (.maximumSize, \.maximumSize),
            (.minimumSize, \.minimumSize), (.fill, \.fill), (.shadow, \.shadow), (.backdrop, \.backdrop),
            (.letterCase, \.letterCase), (.alignment, \.alignment))
        if values.contains(.outline) { outline = try values.decodeIfPresent(Outline.self, forKey: .outline) }
        if isVertical, bubble == nil, !values.contains(.box) {
            moveColumns(to: values.contains(.alignment) ? alignment : .right)
            verticalAlignment = .top
        }
        try decoder.update(
            &self, (Key.verticalAlignment, \.verticalAlignment), (.angle, \.angle), (.opacity, \.opacity),
            (.lineSpacing, \.lineSpacing), (.language, \.language), (.isPlain, \.isPlain), (.appearance, \.appearance),
            (.start, \.start), (.stop, \.stop), (.avoidance, \.avoidance))
        effects = try values.decodeIfPresent(Effect.List.self, forKey: .effects)?.effects ?? []
    }

    /// Writes all values.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(
            (.text, text), (.box, box), (.font, font), (.maximumSize, maximumSize), (.minimumSize, minimumSize),
            (.fill, fill), (.outline, outline), (.shadow, shadow), (.backdrop, backdrop), (.letterCase, letterCase),
            (.alignment, alignment), (.verticalAlignment, verticalAlignment), (.angle, angle), (.opacity, opacity),
            (.lineSpacing, lineSpacing), (.language, language), (.isPlain, isPlain), (.appearance, appearance),
            (.start, start), (.stop, stop), (.isVertical, isVertical), (.bubble, bubble), (.avoidance, avoidance),
            (.effects, effects.isEmpty ? nil : Effect.List(effects: effects)))
        if outline == nil { try values.encodeNil(forKey: .outline) }
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

extension Decoder {
    /// Replaces the properties of a value whose keys are there and not `null`.
    func update<Root, Key: CodingKey, each Value: Decodable>(
        _ root: inout Root, _ fields: repeat (Key, WritableKeyPath<Root, each Value>)
    ) throws {
        let values = try container(keyedBy: Key.self)
        for (key, path) in repeat each fields { try values.update(&root[keyPath: path], from: key) }
    }

    /// The value of a name, which is one of few.
    func namedValue<Value: RawRepresentable & CaseIterable>() throws -> Value where Value.RawValue == String {
        let container = try singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = Value(rawValue: name) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(name.prefix(80))” is not known here. Take one of: \(names).")
        }
        return value
    }
}

extension KeyedDecodingContainer {
    fileprivate func update<Value: Decodable>(_ value: inout Value, from key: Key) throws {
        value = try decodeIfPresent(Value.self, forKey: key) ?? value
    }
}

extension KeyedEncodingContainer {
    /// Writes the values that are not `nil`.
    mutating func encode<each Value: Encodable>(_ fields: repeat (Key, (each Value)?)) throws {
        for (key, value) in repeat each fields { try encodeIfPresent(value, forKey: key) }
    }
}
