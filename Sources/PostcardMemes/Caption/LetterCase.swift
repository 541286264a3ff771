/// The case of a caption's letters.
public enum LetterCase: String, Hashable, Sendable, CaseIterable, Codable {
    /// As typed.
    case asTyped = "typed"
    /// All in capitals, by Unicode's full mapping (ß becomes SS). Greek loses its accents, as it does in print; in Turkish and
    /// Azerbaijani i becomes İ.
    case upper
    /// All in small letters; in Turkish and Azerbaijani I becomes ı.
    case lower

    /// Reads a name; that of letters as typed was `asTyped` once.
    public init(from decoder: any Decoder) throws {
        let isOld = try decoder.singleValueContainer().decode(String.self) == "asTyped"
        self = try isOld ? .asTyped : decoder.namedValue()
    }

    /// `language` is a BCP 47 tag; `nil` for one that the letters tell.
    func apply(to text: String, language: String? = nil) -> String {
        switch self {
        case .asTyped: text
        case .upper: GreekCapitals.plain(TextLanguage.hasDottedI(text, language) ? Self.upperTurkic(text) : text)
        case .lower: (TextLanguage.hasDottedI(text, language) ? Self.lowerTurkic(text) : text).lowercased()
        }
    }

    private static func upperTurkic(_ text: String) -> String {
        text.replacing("i\u{307}", with: "İ").replacing("i", with: "İ").replacing("ı", with: "I")
    }

    private static func lowerTurkic(_ text: String) -> String {
        text.replacing("I\u{307}", with: "i").replacing("İ", with: "i").replacing("I", with: "ı")
    }
}
