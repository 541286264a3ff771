extension JSONNode {
    /// Whether a schema's pattern, if it has one, is found in a text. As JSON Schema has it, code points count.
    func allows(_ text: String) -> Bool {
        guard case .text(let pattern)? = self["pattern"], let expression = try? Regex(pattern) else { return true }
        return text.firstMatch(of: expression.matchingSemantics(.unicodeScalar)) != nil
    }
}
