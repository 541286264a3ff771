/// A value that is written by its name, one of few.
protocol NamedValue: RawRepresentable<String>, CaseIterable, Decodable {}

extension NamedValue {
    /// Reads a name; another is refused with a list of those there are.
    public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
}
