internal import PostcardCore

/// What a path leads to.
enum Route: Sendable, Equatable {
    case health
    case readiness
    case metrics
    /// The description of the service.
    case openAPI
    /// Anything of the library.
    case library
    /// The rest of the path after `unsafe/`, as it came.
    case unsigned(Substring)
    /// The signature, and the rest of the path as it came.
    case signed(signature: String, rest: Substring)
    /// Memes in memegen's scheme and ours.
    case memes(MemeRoute)
    /// A contact sheet: the extension that names its format, if any.
    case sheet(Substring?)
    /// The name of a preset and the rest of the path, as they came.
    case preset(Substring, rest: Substring)
    case nothing

    /// Characters of the shortest signature, which is thumbor's.
    private static let signatureLength = 27

    /// - Parameter target: path and query of the request, percent-encoded.
    init(_ target: String) {
        let path = target.dropFirst()
        let withoutQuery = path.prefix { $0 != "?" }
        if target.hasPrefix("/"), let memes = MemeRoute(withoutQuery) {
            self = .memes(memes)
            return
        }
        switch withoutQuery {
        case "healthz": self = .health
        case "readyz": self = .readiness
        case "metrics": self = .metrics
        case "openapi.json": self = .openAPI
        case "sheet": self = .sheet(nil)
        default:
            if let fileExtension = Self.sheetExtension(withoutQuery) {
                self = .sheet(fileExtension)
                return
            }
            let first = path.prefix { $0 != "/" }
            guard target.hasPrefix("/"), first.endIndex < path.endIndex else {
                self = .nothing
                return
            }
            let rest = path[path.index(after: first.endIndex)...]
            if first == "unsafe" {
                self = .unsigned(rest)
            } else if first == "p", case let name = rest.prefix(while: { $0 != "/" }), name.endIndex < rest.endIndex {
                self = .preset(name, rest: rest[rest.index(after: name.endIndex)...])
            } else if first == "library" {
                self = .library
            } else if first.utf8.count >= Self.signatureLength {
                // Some clients encode the "=" at its end.
                self = .signed(signature: String(first.replacing("%3D", with: "=")), rest: rest)
            } else {
                self = .nothing
            }
        }
    }

    /// The extension in a sheet's address that has one.
    private static func sheetExtension(_ path: Substring) -> Substring? {
        let start = "sheet."
        guard path.hasPrefix(start), !path.contains("/") else { return nil }
        return path.dropFirst(start.count)
    }

    /// For metrics and logs.
    var name: String {
        switch self {
        case .health: "healthz"
        case .readiness: "readyz"
        case .metrics: "metrics"
        case .openAPI: "openapi"
        case .library: "library"
        case .unsigned, .signed: "thumbor"
        case .memes: "memes"
        case .sheet: "sheet"
        case .preset: "preset"
        case .nothing: "none"
        }
    }

    /// The methods that it takes.
    var methods: String {
        if case .memes(let route) = self { route.methods } else { "GET, HEAD" }
    }
}
