/// A path and query whose last parameter can be `signature`, a signature of everything before it.
struct SignedTarget: Sendable, Equatable {
    private static let name = "signature="

    /// The path and query without the signature and the character before it.
    let target: String
    /// The signature; `nil` if there is none.
    let signature: String?

    init(_ text: String) {
        guard let mark = text.lastIndex(where: { $0 == "?" || $0 == "&" }),
            case let last = text[text.index(after: mark)...], last.hasPrefix(Self.name)
        else {
            (target, signature) = (text, nil)
            return
        }
        target = String(text[..<mark])
        signature = Self.plain(last.dropFirst(Self.name.count))
    }

    /// Returns a signature in its original form: some clients percent-encode the trailing `=`.
    static func plain(_ signature: Substring) -> String { String(signature.replacing("%3D", with: "=")) }
    /// The query, without the question mark.
    var query: Substring { target[(target.firstIndex(of: "?") ?? target.endIndex)...].dropFirst() }
}
