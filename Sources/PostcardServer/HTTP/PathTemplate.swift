/// A path with parameters, such as `/library/pins/{pin}`.
///
/// - `{name}` is one part of the path, `{name:27}` a part of at least 27 bytes, and `sheet.{name}` the text after the dot.
/// - `{+name}`, at the end, is the rest of the path with its slashes; `{*name}` is the rest of the target with its query.
/// - `[/]`, at the end, allows a trailing slash.
///
/// Values are not decoded, since signatures cover the target as received.
///
/// A part with more than one parameter, such as `{line}.{ext}`, can be described but not matched.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// A part of the path between slashes.
    enum Part: Sendable, Hashable {
        case fixed(String)
        /// A part that starts with a fixed prefix, which is usually empty.
        case parameter(String, prefix: String, minimumBytes: Int)
        case rest(String, includesQuery: Bool)
    }

    /// The path in the OpenAPI document.
    let description: String
    /// The names of the path's parameters, in order.
    let parameters: [String]
    let parts: [Part]
    /// True if a trailing slash is ignored.
    let allowsLastSlash: Bool

    init(_ text: String) {
        allowsLastSlash = text.hasSuffix("[/]")
        let path = allowsLastSlash ? text.dropLast(3) : text[...]
        parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
        let names = parts.map { part in
            switch part {
            case .fixed(let text): text
            case .parameter(let name, let prefix, _): "\(prefix){\(name)}"
            case .rest(let name, _): "{\(name)}"
            }
        }
        description = "/" + names.joined(separator: "/")
        parameters = description.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    private static func part(_ text: Substring) -> Part {
        guard text.hasSuffix("}"), let start = text.firstIndex(of: "{"), text.lastIndex(of: "{") == start else {
            return .fixed(String(text))
        }
        let name = text[start...].dropFirst().dropLast()
        if let mark = name.first, "+*".contains(mark) {
            return .rest(String(name.dropFirst()), includesQuery: mark == "*")
        }
        let fields = name.split(separator: ":")
        return .parameter(
            String(fields[0]), prefix: String(text[..<start]), minimumBytes: fields.count > 1 ? Int(fields[1]) ?? 0 : 0)
    }
}
