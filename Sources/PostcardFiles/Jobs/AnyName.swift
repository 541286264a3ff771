import PostcardCore

/// A coding key for any name in a JSON object.
package struct AnyName: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { return nil }
}

extension Decoder {
    /// Returns the members of an object. Throws an error for unknown names, so that typos are noticed.
    package func members(_ known: [String]) throws -> KeyedDecodingContainer<AnyName> {
        let members = try container(keyedBy: AnyName.self)
        let names = members.allKeys.map(\.stringValue)
        guard let unknown = names.filter({ !known.contains($0) }).min() else { return members }
        let hint =
            Spelling.nearest(to: unknown, of: known).map { "Did you mean \"\($0)\"?" }
            ?? "Known names: \(known.joined(separator: ", "))."
        throw refusal("Unknown name \"\(unknown)\". \(hint)")
    }

    /// Returns the error for an invalid value.
    func refusal(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }
}

extension KeyedDecodingContainer<AnyName> {
    /// Returns the value of a required member.
    func value<Value: Decodable>(_ name: String) throws -> Value {
        try decode(Value.self, forKey: AnyName(stringValue: name))
    }

    /// Returns the value of an optional member.
    package func optional<Value: Decodable>(_ name: String) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: AnyName(stringValue: name))
    }

    /// Returns the error for a member's invalid value.
    package func refusal(_ name: String, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: AnyName(stringValue: name), in: self, debugDescription: reason)
    }
}
