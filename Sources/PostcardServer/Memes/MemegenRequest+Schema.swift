internal import PostcardImaging

extension MemegenRequest {
    /// Of an order in which the template is named, when the address does not name it.
    static let schema = Schema.record(values.merging(template) { first, _ in first }, required: ["template_id"])
    /// Of one in which the address names the template.
    static let templateSchema = Schema.record(values, required: [])
    /// Of one on a picture of one's own.
    static let customSchema = Schema.record(
        values.merging(["background": Schema.text("The picture beneath.")]) { first, _ in first },
        required: ["background"])
    /// Of one whose template follows from the words.
    static let automaticSchema = Schema.record(
        [
            "text": text,
            "safe": [
                "type": "boolean", "description": "Taken and without effect: there are no templates to be hidden.",
            ],
            "redirect": redirect,
        ], required: ["text"])

    private static let template = [
        "template_id": ["type": "string", "examples": ["verdict"], "description": "An id of /templates."] as JSONNode
    ]
    private static let text: JSONNode = [
        "anyOf": [["type": "array", "items": Schema.string], Schema.string], "examples": [["No", "Yes"]],
        "description": "The lines, as they are to be read.",
    ]
    private static let redirect: JSONNode = [
        "type": "boolean", "default": false, "description": "Whether the answer leads to the picture.",
    ]
    private static let values: [String: JSONNode] = [
        "text": text, "redirect": redirect, "font": Schema.text("An id or alias of /fonts."),
        "style": [
            "anyOf": [["type": "array", "items": Schema.string], Schema.string],
            "description": "Addresses of pictures to lay on it.",
        ],
        "layout": ["type": "string", "enum": ["default", "top"]],
        "extension": ["type": "string", "enum": .list(ImageFormat.writableExtensions.map { .text($0) })],
    ]
}
