/// A value of a fixed set that is written as its name.
protocol NamedValue: RawRepresentable<String>, CaseIterable, Decodable {}

extension NamedValue {
    /// Reads a name. The error for an unknown name lists the known ones.
    public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
}
