/// The case of a caption's letters.
public enum LetterCase: String, Hashable, Sendable, CaseIterable, Codable {
    /// As typed.
    case asTyped
    /// All in capitals, by Unicode's full mapping (ß becomes SS). Greek loses its accents, as it does in print.
    case upper
    /// All in small letters.
    case lower

    func apply(to text: String) -> String {
        switch self {
        case .asTyped: text
        case .upper: Self.withoutGreekAccents(text.uppercased())
        case .lower: text.lowercased()
        }
    }

    /// Capitals with a tonos lose it, but for Ή as a word of its own, “or”.
    private static func withoutGreekAccents(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { 0x386...0x3AB ~= $0.value }) else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            func isLetter(_ index: Int) -> Bool {
                scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
            }
            switch scalar {
            case "Ή": result.append(isLetter(index - 1) || isLetter(index + 1) ? "Η" : "Ή")
            case "Ά": result.append("Α")
            case "Έ": result.append("Ε")
            case "Ί": result.append("Ι")
            case "Ό": result.append("Ο")
            case "Ύ": result.append("Υ")
            case "Ώ": result.append("Ω")
            // Combining acute after a Greek capital, with or without a dialytika between.
            case "\u{301}" where isGreekCapital(before: index, in: scalars): break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isGreekCapital(before index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        var last = index - 1
        if last >= 0, scalars[last] == "\u{308}" { last -= 1 }
        return last >= 0 && 0x391...0x3AB ~= scalars[last].value
    }
}
