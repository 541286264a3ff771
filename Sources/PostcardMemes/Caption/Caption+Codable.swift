import PostcardCore

/// Keys missing from the JSON get the values that ``Caption/init(_:in:)`` sets. If a caption has no outline, `outline` is `null`.
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
        self.init("")
        try decoder.update(&self, (Key.text, \.text), (.box, \.box))
        if let bubble = try values.decodeIfPresent(UnitPoint.self, forKey: .bubble) {
            makeBubble(pointingAt: bubble, movesBox: !values.contains(.box))
        }
        try decoder.update(&self, (Key.isVertical, \.isVertical), (.alignment, \.alignment))
        if isVertical, bubble == nil, !values.contains(.box) {
            moveColumns(to: values.contains(.alignment) ? alignment : .right)
            verticalAlignment = .top
        }
        if values.contains(.outline) { outline = try values.decodeIfPresent(Outline.self, forKey: .outline) }
        try decoder.update(
            &self, (Key.font, \.font), (.maximumSize, \.maximumSize), (.minimumSize, \.minimumSize), (.fill, \.fill),
            (.shadow, \.shadow), (.backdrop, \.backdrop), (.letterCase, \.letterCase),
            (.verticalAlignment, \.verticalAlignment), (.angle, \.angle), (.opacity, \.opacity),
            (.lineSpacing, \.lineSpacing), (.language, \.language), (.isPlain, \.isPlain), (.appearance, \.appearance),
            (.start, \.startSeconds), (.stop, \.stopSeconds), (.avoidance, \.avoidance))
        if (try? values.decode(String.self, forKey: .effects)) != nil {
            effects = [try values.decode(Effect.self, forKey: .effects)]
        } else {
            effects = Set<Effect>(try values.decodeIfPresent([Effect].self, forKey: .effects) ?? [])
        }
    }

    /// Writes all values. A single effect is written as a string instead of an array.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        let effects = Effect.allCases.filter(effects.contains)
        try values.encode(
            (.text, text), (.box, box), (.font, font), (.maximumSize, maximumSize), (.minimumSize, minimumSize),
            (.fill, fill), (.outline, outline), (.shadow, shadow), (.backdrop, backdrop), (.letterCase, letterCase),
            (.alignment, alignment), (.verticalAlignment, verticalAlignment), (.angle, angle), (.opacity, opacity),
            (.lineSpacing, lineSpacing), (.language, language), (.isPlain, isPlain), (.appearance, appearance),
            (.start, startSeconds), (.stop, stopSeconds), (.isVertical, isVertical), (.bubble, bubble),
            (.avoidance, avoidance),
            (.effects, effects.count == 1 ? effects[0] : nil), (.effects, effects.count > 1 ? effects : nil))
        if outline == nil { try values.encodeNil(forKey: .outline) }
    }
}

extension Decoder {
    /// Sets the properties whose keys are present and whose values are not `null`.
    func update<Root, Key: CodingKey, each Value: Decodable>(
        _ root: inout Root, _ fields: repeat (Key, WritableKeyPath<Root, each Value>)
    ) throws {
        let values = try container(keyedBy: Key.self)
        for (key, path) in repeat each fields {
            let value = root[keyPath: path]
            root[keyPath: path] = try values.decodeIfPresent(type(of: value), forKey: key) ?? value
        }
    }

    /// Returns the value of a required key.
    func value<Key: CodingKey, Value: Decodable>(_ key: Key) throws -> Value {
        try container(keyedBy: Key.self).decode(Value.self, forKey: key)
    }

    /// Returns the value with the decoded name.
    func namedValue<Value: NamedValue>() throws -> Value {
        try value(ofText: Value.init(rawValue:)) { name in
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            return "Unknown value “\(name.prefix(80))”. Use one of: \(names)."
        }
    }
}

extension KeyedEncodingContainer {
    /// Writes the values that are not `nil`.
    mutating func encode<each Value: Encodable>(_ fields: repeat (Key, (each Value)?)) throws {
        for (key, value) in repeat each fields { try encodeIfPresent(value, forKey: key) }
    }
}
