public import PostcardLibrary

extension RecordID: ExpressibleByStringLiteral {
    /// Makes an id of its text.
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
