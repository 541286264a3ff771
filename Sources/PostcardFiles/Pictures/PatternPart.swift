/// A part of a pattern: text, or a placeholder in braces.
enum PatternPart<Placeholder: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)

    /// Returns the parts of a pattern; `nil` for an unclosed brace or an unknown placeholder.
    static func parts(of text: String) -> [PatternPart]? {
        var parts: [PatternPart] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}"),
                let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }
}
