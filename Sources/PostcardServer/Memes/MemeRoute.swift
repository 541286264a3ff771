/// A route below memegen's paths, or `/memes`.
enum MemeRoute: Sendable, Equatable {
    /// `/images`: examples to look at, and where memes are ordered.
    case images
    /// `/images/custom`: where memes on a picture of one's own are ordered.
    case custom
    /// `/images/automatic`: where memes are ordered whose template follows from the words.
    case automatic
    /// `/images/…`: what follows, as it came.
    case picture(Substring)
    case templates
    case template(Substring)
    case fonts
    case font(Substring)
    /// `/memes`: where memes are made of our own specification.
    case specification

    /// - Parameter path: without the slash at its beginning and without a query, percent-encoded.
    /// - Returns: `nil` for other paths.
    init?(_ path: Substring) {
        let path = path.hasSuffix("/") ? path.dropLast() : path
        let first = path.prefix { $0 != "/" }
        let rest = path[first.endIndex...].dropFirst()
        switch (first, rest.isEmpty) {
        case ("images", true): self = .images
        case ("images", false) where rest == "custom": self = .custom
        case ("images", false) where rest == "automatic": self = .automatic
        case ("images", false): self = .picture(rest)
        case ("templates", true): self = .templates
        case ("templates", false): self = .template(rest)
        case ("fonts", true): self = .fonts
        case ("fonts", false): self = .font(rest)
        case ("memes", true): self = .specification
        default: return nil
        }
    }

    /// The methods that it takes.
    var methods: String {
        switch self {
        case .picture, .fonts, .font, .templates: "GET, HEAD"
        case .images, .template: "GET, HEAD, POST"
        case .custom, .automatic, .specification: "POST"
        }
    }
}
