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
