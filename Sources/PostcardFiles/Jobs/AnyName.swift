import PostcardCore

/// Any name in a JSON object, to see which there are.
package struct AnyName: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { return nil }
}

extension Decoder {
    /// The members of an object that has none but these, so that a typing error is not passed over.
    package func members(_ known: [String]) throws -> KeyedDecodingContainer<AnyName> {
        let members = try container(keyedBy: AnyName.self)
        let names = members.allKeys.map(\.stringValue)
        guard let unknown = names.filter({ !known.contains($0) }).min() else { return members }
        let hint =
            Spelling.nearest(to: unknown, of: known).map { "Did you mean \"\($0)\"?" }
            ?? "There are \(known.joined(separator: ", "))."
        throw refusal("There is no \"\(unknown)\" here. \(hint)")
    }

    /// The error of a value that cannot be used.
    func refusal(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }
}

extension KeyedDecodingContainer<AnyName> {
    /// The value of a member.
    func value<Value: Decodable>(_ name: String) throws -> Value {
        try decode(Value.self, forKey: AnyName(stringValue: name))
    }

    /// The value of a member that may be left out.
    package func optional<Value: Decodable>(_ name: String) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: AnyName(stringValue: name))
    }

    /// The error of a member whose value cannot be used.
    package func refusal(_ name: String, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: AnyName(stringValue: name), in: self, debugDescription: reason)
    }
}
