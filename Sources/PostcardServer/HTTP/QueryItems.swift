import PostcardCore

/// The parameters of a query or of a form (`application/x-www-form-urlencoded`).
struct QueryItems: Sendable {
    private(set) var items: [(name: String, value: String)] = []

    init() {}

    init(_ items: [(name: String, value: String)]) { self.items = items }

    /// Reads `name=value&name=value`.
    ///
    /// - Throws: `HTTPError` with status 400 for text that is not percent-encoded UTF-8.
    init(_ text: some StringProtocol) throws(HTTPError) {
        for item in text.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = item[name.endIndex...].dropFirst()
            guard let name = Self.decode(name), let value = Self.decode(value)
            else { throw .badRequest("The parameter \(name.prefix(80)) is not percent-encoded UTF-8.") }
            items.append((name, value))
        }
    }

    /// Returns the first nonempty value for a name.
    subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// Returns the first value for a name. The value may be empty.
    func first(_ name: String) -> String? { items.first { $0.name == name }?.value }

    func integer(_ name: String) -> Int? { first(name).flatMap { Int($0) } }

    func number(_ name: String) -> Double? { first(name).flatMap { Double($0) } }

    /// The names in order, with repetitions.
    var names: [String] { items.map(\.name) }

    /// Returns all values for a name, including empty ones.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Returns the query, sorted by name, with one value replaced.
    func replacing(_ name: String, by value: String) -> String {
        (items.filter { $0.name != name } + [(name, value)]).sorted { $0.name < $1.name }
            .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Checks that each parameter is known, occurs only once, and has the right type, and that no required parameter is missing.
    ///
    /// - Throws: `HTTPError` with status 400.
    func check(_ parameters: [Operation.Parameter]) throws(HTTPError) {
        var seen: Set<NameKey> = []
        for (name, value) in items {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                let known = parameters.map(\.name).joined(separator: ", ")
                throw .badRequest(
                    "Unknown parameter \"\(name)\"; \(known.isEmpty ? "there are no parameters" : "known parameters: \(known)")."
                )
            }
            guard seen.insert(name).inserted else { throw .badRequest("The query contains \"\(name)\" twice.") }
            if let error = try parameter.schema.problem(with: value) { throw .badRequest("\"\(name)\" is \(error)") }
        }
        if let missing = parameters.first(where: { $0.isRequired && !seen.contains($0.name) }) {
            throw .badRequest("Missing parameter \"\(missing.name)\".")
        }
    }

    private static func decode(_ text: some StringProtocol) -> String? {
        PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
    }
}
