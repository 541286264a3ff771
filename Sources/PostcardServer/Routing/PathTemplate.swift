/// A path with parts that stand for something, such as `/library/pins/{pin}`. A part may also have more in it, as
/// `{line}.{ext}`; such paths are described and not matched.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    private enum Part: Sendable, Hashable {
        case fixed(String)
        case parameter(String)
    }
    let description: String
    /// The names of what its parts stand for, in order.
    let parameters: [String]
    private let parts: [Part]

    init(_ text: String) {
        description = text
        parameters = text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
        parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("{") && part.firstIndex(of: "}") == part.indices.last
                ? .parameter(String(part.dropFirst().dropLast())) : .fixed(String(part))
        }
    }

    /// What the parts stand for in a path.
    ///
    /// - Parameter path: the parts between its slashes, decoded.
    /// - Returns: `nil` for another path.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, text) in zip(parts, path) {
            switch part {
            case .fixed(let fixed): guard fixed == text else { return nil }
            case .parameter(let name): values[name] = text
            }
        }
        return values
    }
}
