extension DecodingError {
    /// A description of the error for people, with its position in the JSON.
    package var explanation: String {
        switch self {
        case .typeMismatch(let type, let context):
            Self.place(context.codingPath) + "expected \(Self.words(type)), but found something else."
        case .valueNotFound(let type, let context):
            Self.place(context.codingPath) + "expected \(Self.words(type)), but found null."
        case .keyNotFound(let key, let context):
            Self.place(context.codingPath) + "\"\(key.stringValue)\" is missing."
        case .dataCorrupted(let context):
            Self.place(context.codingPath) + context.debugDescription
        @unknown default: "\(self)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return place.isEmpty ? "" : "at \(place.drop { $0 == "." }): "
    }

    private static func words(_ type: any Any.Type) -> String {
        switch "\(type)" {
        case "String": "a string"
        case "Double", "Float": "a number"
        case "Bool": "true or false"
        case let name where name.contains("Int"): "a whole number"
        case let name where name.hasPrefix("Array") || name.hasPrefix("["): "an array"
        default: "an object"
        }
    }
}

extension Error {
    /// The ``DecodingError/explanation`` of a decoding error; the description of any other error.
    package var decodingExplanation: String { (self as? DecodingError)?.explanation ?? "\(self)" }
}
