public import PostcardLibrary

extension RecordID: ExpressibleByStringLiteral {
    /// Makes an id from its text.
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
