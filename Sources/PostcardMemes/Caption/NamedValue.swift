/// A value from a fixed set, encoded as the value's name.
protocol NamedValue: RawRepresentable<String>, CaseIterable, Decodable {}

extension NamedValue {
    /// Reads a name. The error for an unknown name lists the known names.
    public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
}
