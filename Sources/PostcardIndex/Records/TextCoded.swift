import PostcardCore

/// A type that is encoded as one string, its `description`.
package protocol TextCoded: Codable, LosslessStringConvertible {
    /// The end of an error message about invalid text, such as `is not a fingerprint.`
    static var refusal: String { get }
}

extension TextCoded {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: Self.init) { "\"\($0)\" \(Self.refusal)" }
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
