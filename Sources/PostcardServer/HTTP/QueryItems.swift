internal import PostcardCore

/// The parameters behind the question mark of a URL, or of a form (`application/x-www-form-urlencoded`).
struct QueryItems: Sendable, Equatable {
    private var items: [(name: String, value: String)] = []

    /// Reads `name=value&name=value`.
    ///
    /// - Throws: `ServerFault` for what is not percent-encoded UTF-8.
    init(_ text: some StringProtocol) throws(ServerFault) {
        for item in text.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = item[name.endIndex...].dropFirst()
            guard let name = Self.decode(name), let value = Self.decode(value)
            else { throw .badRequest("The parameter \(name.prefix(80)) is not percent-encoded UTF-8.") }
            items.append((name, value))
        }
    }

    /// The first value that is not empty.
    subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// In their order, as often as they come.
    var names: [String] { items.map(\.name) }

    /// All values, empty ones too.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    private static func decode(_ text: some StringProtocol) -> String? {
        PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
    }

    static func == (left: QueryItems, right: QueryItems) -> Bool {
        left.items.elementsEqual(right.items) { $0 == $1 }
    }
}
