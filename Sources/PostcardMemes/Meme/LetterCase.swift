/// How the letters of a caption are written.
public enum LetterCase: String, Hashable, Sendable, CaseIterable, Codable {
    /// As typed.
    case asTyped
    /// All in capitals, by Unicode's full mapping (ß becomes SS).
    case upper
    /// All in small letters.
    case lower

    func apply(to text: String) -> String {
        switch self {
        case .asTyped: text
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        }
    }
}
