/// The language of a caption, as far as its letters tell.
enum TextLanguage {
    /// `true` for Turkish and Azerbaijani, in which i and ı are different letters. Where no language is given, ı, ğ, İ and ə tell,
    /// and ş unless letters of Romanian or Kurdish stand beside it.
    static func hasDottedI(_ text: String, _ language: String?) -> Bool {
        if let language { return ["tr", "az"].contains(primary(language)) }
        // None of the letters is in ASCII or Latin-1.
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

    /// The language of a tag: `tr` of `tr-TR`.
    static func primary(_ tag: String) -> String {
        tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? ""
    }
}
