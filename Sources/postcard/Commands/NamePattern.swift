import ArgumentParser

/// How results are named: text with `{name}`, `{size}` and `{ext}` in it.
struct NamePattern: ExpressibleByArgument {
    private enum Part: Equatable {
        case text(String)
        case name, size, ext
    }

    private let parts: [Part]

    /// One size needs no size in the name.
    static let single = NamePattern(parts: [.name, .text("."), .ext])
    static let several = NamePattern(parts: [.name, .text("-"), .size, .text("."), .ext])

    var tellsSizesApart: Bool { parts.contains(.size) }

    private init(parts: [Part]) { self.parts = parts }

    init?(argument: String) {
        var parts: [Part] = []
        var rest = Substring(argument)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            parts.append(.text(String(rest[..<open])))
            switch rest[rest.index(after: open)..<close] {
            case "name": parts.append(.name)
            case "size": parts.append(.size)
            case "ext": parts.append(.ext)
            default: return nil
            }
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(rest)))
        guard parts.contains(.name), !argument.contains("/") else { return nil }
        self.parts = parts
    }

    func name(of stem: String, size: BoxList.Box, ext: String) -> String {
        parts.reduce(into: "") { name, part in
            switch part {
            case .text(let text): name += text
            case .name: name += stem
            case .size: name += "\(size)"
            case .ext: name += ext
            }
        }
    }
}
