import PostcardCore
import PostcardImaging

extension MemegenRequest {
    /// The schema of a body that names the template, when the address does not.
    static let schema = Schema.record(values.merging(template) { first, _ in first }, required: ["template_id"])
    /// The schema of a body when the address names the template.
    static let templateSchema = Schema.record(values, required: [])
    /// The schema of a body with an own base image.
    static let customSchema = Schema.record(
        values.merging(["background": Schema.text("The picture beneath.")]) { first, _ in first },
        required: ["background"])

    private static let template = [
        "template_id": ["type": "string", "examples": ["verdict"], "description": "An id of /templates."] as JSONValue
    ]
    private static let text: JSONValue = [
        "anyOf": [["type": "array", "items": Schema.string], Schema.string], "examples": [["No", "Yes"]],
        "description": "The lines, as they are to be read.",
    ]
    private static let redirect: JSONValue = [
        "type": "boolean", "default": false, "description": "Whether the answer leads to the picture.",
    ]
    private static let plain: JSONValue = [
        "type": "boolean", "default": false,
        "description": "Whether the signs of *bold*, _slanted_ and [gold]coloured[/] words are kept.",
    ]
    /// memegen's other names of `text`, which are taken too, would be one name in clients that are made of the description.
    private static let values: [String: JSONValue] = [
        "text": text, "redirect": redirect,
        "font": Schema.text("An id or alias of /fonts."),
        "style": [
            "anyOf": [["type": "array", "items": Schema.string], Schema.string],
            "description":
                "Addresses of pictures to lay on it; animated for a GIF whose lines appear one after the other.",
        ],
        "plain": plain,
        "layout": ["type": "string", "enum": ["default", "top"]],
        "extension": ["type": "string", "enum": .array(ImageFormat.writableExtensions.map { .text($0) })],
    ]
}
