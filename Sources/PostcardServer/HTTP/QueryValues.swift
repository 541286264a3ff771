internal import HTTPTypes
internal import PostcardCore

/// The parameters of a query, each known to the operation and of its type.
struct QueryValues: Sendable {
    private let values: [String: String]

    /// - Parameters:
    ///   - query: what stands behind the question mark, as it came.
    ///   - parameters: those of the operation.
    /// - Throws: `ServerFault` with status 400 for others, those that come twice, and values that are not possible.
    init(_ query: Substring, parameters: [Operation.Parameter]) throws(ServerFault) {
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count > 1 ? parts[1] : "") else {
                throw ServerFault.badRequest("The query is not encoded as it has to be.")
            }
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                let known = parameters.map(\.name).joined(separator: ", ")
                throw ServerFault.badRequest(
                    "The query has \"\(name)\"; \(known.isEmpty ? "there is none here" : "known are \(known)").")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw ServerFault.badRequest("The query has \"\(name)\" twice.")
            }
            try Self.check(value, parameter)
        }
        if let missing = parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw ServerFault.badRequest("The query lacks \"\(missing.name)\".")
        }
        self.values = values
    }

    private static func decode(_ text: Substring) -> String? {
        PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
    }

    private static func check(_ text: String, _ parameter: Operation.Parameter) throws(ServerFault) {
        let choices = parameter.schema["type"] == "boolean" ? ["true", "false"] : parameter.schema["enum"]?.texts
        if let choices, !choices.contains(text) {
            throw ServerFault.badRequest(
                "\(parameter.name) is \"\(text)\"; it can be \(choices.joined(separator: ", ")).")
        }
        guard try parameter.schema.allows(text) else {
            throw ServerFault.badRequest(
                "\(parameter.name) is \"\(text)\", which is not of the form it has to have.")
        }
        let number: Double?
        switch parameter.schema["type"] {
        case "integer":
            number = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } ? Int(text).map(Double.init) : nil
        case "number": number = Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: return
        }
        let isInRange = number.map { number in
            limit(parameter.schema["minimum"]).map { $0 <= number } ?? true
                && limit(parameter.schema["exclusiveMinimum"]).map { $0 < number } ?? true
                && limit(parameter.schema["maximum"]).map { $0 >= number } ?? true
        }
        guard isInRange == true else {
            throw ServerFault.badRequest("\(parameter.name) is \"\(text)\", which is not possible.")
        }
    }

    private static func limit(_ node: JSONNode?) -> Double? {
        switch node {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    subscript(name: String) -> String? { values[name] }

    func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

    func number(_ name: String) -> Double? { values[name].flatMap { Double($0) } }

    /// The query with one of its values replaced, in the order of the names.
    func replacing(_ name: String, by value: String) -> String {
        values.merging([name: value]) { _, new in new }.sorted { $0.key < $1.key }
            .map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
