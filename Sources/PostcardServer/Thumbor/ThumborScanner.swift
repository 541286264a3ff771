/// Walks along the parts of a thumbor URL.
struct ThumborScanner {
    private(set) var rest: Substring

    init(_ path: Substring) { rest = path }

    /// The text up to the next slash.
    var next: Substring { rest.prefix { $0 != "/" } }

    /// Goes past the next part if it is what `read` understands and something follows it.
    mutating func take<Value>(_ read: (Substring) -> Value?) -> Value? {
        let part = next
        guard part.endIndex < rest.endIndex, let value = read(part) else { return nil }
        rest = rest[rest.index(after: part.endIndex)...]
        return value
    }

    /// Goes past `filters:…)/`; the filters may have slashes of their own.
    mutating func takeFilters() -> Substring? {
        let prefix = "filters:"
        guard rest.hasPrefix(prefix) else { return nil }
        let text = rest.dropFirst(prefix.count)
        for index in text.indices where text[index] == "/" {
            let before = text[..<index]
            guard before.hasSuffix(")") || before.hasSuffix("%29") else { continue }
            rest = text[text.index(after: index)...]
            return before
        }
        return nil
    }
}
