/// A font is written by its name; the bundled one as `null` or `Frankmark`.
extension CaptionFont: Codable {
    private static let bundledName = "Frankmark"

    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .bundled
            return
        }
        let name = try container.decode(String.self)
        self = name == Self.bundledName ? .bundled : .named(name)
    }

    /// Writes the name.
    ///
    /// - Throws: `EncodingError` for a font that was read from a file and has no name here.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .bundled: try container.encode(Self.bundledName)
        case .named(let name): try container.encode(name)
        case .typeface:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "A font given as a file cannot be written; name an installed one instead."))
        }
    }
}
