extension JSONValue {
    /// Parses text to decode values from it.
    ///
    /// - Throws: `DecodingError` for text that is not JSON.
    package init(decodable text: [UInt8]) throws(DecodingError) {
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
        }
        switch result {
        case .success(let value): self = value
        case .failure(let error):
            let line = 1 + text.prefix(error.position).count { $0 == UInt8(ascii: "\n") }
            throw .dataCorrupted(
                .init(codingPath: [], debugDescription: "The text is not valid JSON: \(error.reason) in line \(line)."))
        }
    }

    /// Decodes a value from the tree, so that parsed JSON is not parsed again.
    ///
    /// - Throws: `DecodingError`.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(from: JSONValueDecoder(value: self, codingPath: []))
    }
}

/// The decoder for a tree. If several members have the same name, the last one is used.
private struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.members else { throw mismatch([NameKey: JSONValue].self) }
        return KeyedDecodingContainer(Members(values: JSONValue.Member.values(members), codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.elements else { throw mismatch([JSONValue].self) }
        return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "The value has a different type.")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard value == true || value == false else { throw mismatch(type) }
        return value == true
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = value.string else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let number = value.number, number.isFinite else { throw mismatch(type) }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    /// Decodes a whole number, which may be written with a fraction or an exponent, such as `1e3`.
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        guard case .scalar(let text) = value, let number = value.number else { throw mismatch(type) }
        guard let integer = Value(text) ?? Value(exactly: number) else { throw mismatch(type) }
        return integer
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [NameKey: JSONValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0.string) } }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> JSONValueDecoder {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "The object has no such member."))
        }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try decoder(NameKey("super").codingKey) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// The elements of an array.
private struct Elements: UnkeyedDecodingContainer {
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { intValue.map { "\($0)" } ?? "" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() throws -> JSONValueDecoder {
        let path = codingPath + [Index(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self, .init(codingPath: path, debugDescription: "The array has no more elements."))
        }
        defer { currentIndex += 1 }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let index = currentIndex
        do {
            return try next().decode(type)
        } catch {
            // An element that could not be decoded remains the next element.
            currentIndex = index
            throw error
        }
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    { try next().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
