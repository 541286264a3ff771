extension Decoder {
    /// Decodes a value from a string.
    ///
    /// - Parameters:
    ///   - read: returns the value; `nil` for an invalid string.
    ///   - reason: returns the error description for an invalid string.
    package func value<Value>(
        ofText read: (String) -> Value?, orBecause reason: (_ text: String) -> String
    ) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = read(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: reason(text))
        }
        return value
    }
}
