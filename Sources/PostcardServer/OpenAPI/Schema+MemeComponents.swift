extension Schema {
    /// The schemas of answers in memegen's scheme by name.
    static let memeComponents: [String: JSONNode] = [
        "MemeTemplate": record(
            [
                "id": string, "name": string, "lines": integer, "overlays": integer, "styles": strings, "blank": string,
                "example": record(["text": strings, "url": string], required: ["text", "url"]), "source": stringOrNull,
                "keywords": strings, "_self": string,
            ],
            required: [
                "id", "name", "lines", "overlays", "styles", "blank", "example", "source", "keywords", "_self",
            ]),
        "MemeFont": record(
            ["id": string, "alias": stringOrNull, "filename": string, "_self": string],
            required: ["id", "alias", "filename", "_self"]),
        "MemeExample": record(["url": string, "template": string], required: ["url", "template"]),
        "MemeAddress": record(["url": string], required: ["url"]),
    ]

    private static let strings: JSONNode = ["type": "array", "items": string]
    private static let stringOrNull: JSONNode = ["type": ["string", "null"]]
}
