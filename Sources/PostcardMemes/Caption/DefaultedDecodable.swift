/// A value that is read from JSON in which keys may be missing.
protocol DefaultedDecodable: Decodable {
    /// Reads the keys that must be there, and those that replace a default value.
    init(defaultedFrom decoder: any Decoder) throws
}

extension DefaultedDecodable {
    /// Reads JSON; missing keys keep their default values.
    public init(from decoder: any Decoder) throws { try self.init(defaultedFrom: decoder) }
}
