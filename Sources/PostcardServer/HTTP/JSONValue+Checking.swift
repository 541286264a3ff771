import HTTPTypes
import PostcardCore

/// Checks of texts against a schema, as far as our schemas go.
extension JSONValue {
    /// The reason why a text is no value of a schema, as the rest of a sentence; `nil` for one that is.
    ///
    /// - Throws: `HTTPError` with status 500 for a pattern that is none.
    func problem(with text: String) throws(HTTPError) -> String? {
        let choices = self["type"] == "boolean" ? ["true", "false"] : self["enum"]?.strings
        if let choices, !choices.contains(text) { return "\"\(text)\"; it can be \(choices.joined(separator: ", "))." }
        guard try allows(text) else { return "\"\(text)\", which is not of the form it has to have." }
        let number: Double?
        switch self["type"] {
        case "integer":
            number = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } ? Int(text).map(Double.init) : nil
        case "number": number = Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: return nil
        }
        return number.map(allows) == true ? nil : "\"\(text)\", which is not possible."
    }

    /// Tells whether a schema's pattern, if it has one, is found in a text. As JSON Schema has it, code points count.
    ///
    /// - Throws: `HTTPError` with status 500 for a pattern that is none.
    func allows(_ text: String) throws(HTTPError) -> Bool {
        guard let pattern = self["pattern"]?.string else { return true }
        do {
            return text.firstMatch(of: try Regex(pattern).matchingSemantics(.unicodeScalar)) != nil
        } catch {
            var fault = HTTPError(.internalServerError, "What was sent cannot be checked.")
            fault.cause = "\(pattern): \(error)"
            throw fault
        }
    }

    /// Tells whether a number is in a schema's range.
    func allows(_ number: Double) -> Bool {
        (self["minimum"]?.number).map { $0 <= number } ?? true
            && (self["exclusiveMinimum"]?.number).map { $0 < number } ?? true
            && (self["maximum"]?.number).map { $0 >= number } ?? true
    }
}
