/// A value that is read from JSON with optional keys.
protocol DefaultedDecodable: Decodable {
    /// Reads the required keys, and any keys that override default values.
    init(defaultedFrom decoder: any Decoder) throws
}

extension DefaultedDecodable {
    /// Reads JSON. Missing keys get their default values.
    public init(from decoder: any Decoder) throws { try self.init(defaultedFrom: decoder) }
}
