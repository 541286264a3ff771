/// The parameters behind the value of a field, such as `boundary` in `multipart/form-data; boundary="a b"`.
struct HeaderParameters {
    private var values: [String: String] = [:]

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

    /// By name in lower case.
    subscript(name: String) -> String? { values[name] }

    /// A token, or a text in quotes. A backslash takes the next one or a quote as it is; before others it stands for itself, as
    /// in the paths that some clients send.
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
