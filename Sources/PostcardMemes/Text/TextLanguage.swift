/// The language of a caption, as far as the letters indicate the language.
enum TextLanguage {
    /// True for Turkish and Azerbaijani, in which i and ı are different letters. If no language is specified, ı, ğ, İ and ə identify these
    /// languages; so does ş, unless the text contains letters used in Romanian, Kurdish or other languages.
    static func hasDottedI(_ text: String, _ language: String?) -> Bool {
        if let language { return ["tr", "az"].contains(primary(language)) }
        // None of these letters is in ASCII or Latin-1.
        guard text.utf8.contains(where: { $0 >= 0xC4 }) else { return false }
        var hasCedilla = false
        var isOther = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "ı", "ğ", "Ğ", "İ", "ə", "Ə": return true
            case "ş", "Ş": hasCedilla = true
            case "ţ", "Ţ", "ț", "Ț", "ă", "Ă", "ê", "Ê", "û", "Û", "w", "W", "x", "X", "q", "Q": isOther = true
            default: break
            }
        }
        return hasCedilla && !isOther
    }

    /// Returns the primary language of a tag, such as `tr` for `tr-TR`.
    static func primary(_ tag: String) -> String {
        tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? ""
    }
}
