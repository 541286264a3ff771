internal import HTTPTypes

extension JSONNode {
    /// Whether a schema's pattern, if it has one, is found in a text. As JSON Schema has it, code points count.
    ///
    /// - Throws: `ServerFault` with status 500 for a pattern that is none.
    func allows(_ text: String) throws(ServerFault) -> Bool {
        guard case .text(let pattern)? = self["pattern"] else { return true }
        do {
            return text.firstMatch(of: try Regex(pattern).matchingSemantics(.unicodeScalar)) != nil
        } catch {
            var fault = ServerFault(.internalServerError, "What was sent cannot be checked.")
            fault.cause = "\(pattern): \(error)"
            throw fault
        }
    }
}
