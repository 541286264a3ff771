import PostcardCore

/// The parameters of a header's value, such as `boundary` in `multipart/form-data; boundary="a b"`.
struct HeaderParameters {
    private var values: [NameKey: String] = [:]

    init(_ field: String) {
        var rest = field.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst()
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let value = Self.value(&rest)
            values[name.trimmingSpaces().lowercased()] = value
            rest = rest.drop { $0 != ";" }
        }
    }

    /// Returns the value of a parameter. `name` is lowercase.
    subscript(name: String) -> String? { values[name] }

    /// Reads a token or a quoted string. A backslash escapes only a quote or a backslash. Before other characters, the backslash is kept,
    /// as in paths that some clients send.
    private static func value(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let token = rest.prefix { $0 != ";" }
            rest = rest.dropFirst(token.count)
            return String(token.trimmingSpaces())
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
            value.append(isEscape ? rest.removeFirst() : character)
        }
        return value
    }
}
