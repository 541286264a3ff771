import PostcardCore
import PostcardMemes

/// The JSON of templates for memegen's clients. `base` is the service's URL, without a trailing slash.
extension Template {
    /// Returns the JSON of the template; `source` is `null` if the template has none.
    func listing(base: String) -> JSONValue {
        let blank = MemeAddress(template: name, lines: [], fileExtension: "png")
        let texts = (examples.first ?? []).map { JSONValue.text($0) }
        let words = keywords.map { JSONValue.text($0) }
        let origin = source.map { JSONValue.text($0) } ?? .null
        return [
            "id": .text(name), "name": .text(title), "lines": .integer(slots.count),
            "overlays": .integer(overlays.filter { $0.picture == nil }.count),
            "styles": .array(styleNames.map { .text($0) }),
            "isBuiltIn": .flag(BundledTemplate.all.contains { $0.name == name }),
            "blank": .text(base + blank.path),
            "example": ["text": .array(texts), "url": .text(base + example.path)],
            "source": origin, "keywords": .array(words), "_self": .text(url(base: base)),
        ]
    }

    /// Returns the JSON of an example meme.
    func exampleListing(base: String) -> JSONValue {
        ["url": .text(base + example.path), "template": .text(url(base: base))]
    }

    private func url(base: String) -> String { "\(base)/templates/\(name)" }

    /// The path of the template's first example.
    var example: MemeAddress {
        MemeAddress(template: name, lines: examples.first ?? [], fileExtension: isAnimated ? "gif" : "png")
    }

    /// Returns true if the name, title, keywords or examples contain a string, ignoring case, as in memegen.
    func matches(_ filter: String) -> Bool {
        let wanted = filter.lowercased()
        guard !wanted.isEmpty else { return true }
        return ([name, title] + keywords + examples.joined()).contains { $0.lowercased().contains(wanted) }
    }
}

extension Schema {
    /// The schemas of memegen's lists, by name.
    static let memegen: [NameKey: JSONValue] = [
        "MemeTemplate": record([
            "id": string, "name": string, "lines": integer, "overlays": integer, "styles": strings, "blank": string,
            "isBuiltIn": flag,
            "example": record(["text": strings, "url": string]), "source": stringOrNull, "keywords": strings,
            "_self": string,
        ]),
        "MemeFont": record([
            "id": string, "alias": stringOrNull, "filename": string, "name": string, "_self": string,
        ]),
        "MemeExample": record(["url": string, "template": string]),
        "MemeAddress": record(["url": string]),
    ]
}
