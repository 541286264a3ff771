/// A path with parts that stand for something, such as `/library/pins/{pin}`.
///
/// - `{name}` is one part of the path, `{name:27}` one of at least 27 bytes, and `sheet.{name}` what follows the dot.
/// - `{+name}`, at the end, is the rest of the path, its slashes included; `{*name}` is the rest of the target, its query included.
/// - `[/]` at the end allows a slash there that means nothing.
///
/// Values are the text of the request as it came: what is signed is what came over the wire.
///
/// A part may have more in it, as `{line}.{ext}`; such paths are described and not matched.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    enum Part: Sendable, Hashable {
        case fixed(String)
        /// The rest of a part that begins with a text.
        case suffix(of: String, name: String)
        case parameter(String, minimumBytes: Int)
        case rest(String, includesQuery: Bool)
    }

    /// The path as the OpenAPI document has it.
    let description: String
    /// The names of its parameters, in order.
    let parameters: [String]
    let parts: [Part]
    /// True when a slash at the end of the path means nothing.
    let allowsLastSlash: Bool

    init(_ text: String) {
        allowsLastSlash = text.hasSuffix("[/]")
        let path = allowsLastSlash ? text.dropLast(3) : text[...]
        parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
        let names = parts.map { part in
            switch part {
            case .fixed(let text): text
            case .suffix(let start, let name): "\(start){\(name)}"
            case .parameter(let name, _), .rest(let name, _): "{\(name)}"
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
        guard start == text.startIndex else { return .suffix(of: String(text[..<start]), name: String(name)) }
        if let mark = name.first, "+*".contains(mark) {
            return .rest(String(name.dropFirst()), includesQuery: mark == "*")
        }
        let fields = name.split(separator: ":")
        return .parameter(String(fields[0]), minimumBytes: fields.count > 1 ? Int(fields[1]) ?? 0 : 0)
    }
}
