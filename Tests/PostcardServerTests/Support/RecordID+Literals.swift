public import PostcardLibrary

extension RecordID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
