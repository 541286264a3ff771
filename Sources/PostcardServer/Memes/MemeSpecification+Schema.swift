import PostcardCore
import PostcardImaging
import PostcardMemes

extension MemeSpecification {
    /// The schema of Documentation/meme-request.schema.json, where the value meme is described too.
    static let schema = Schema.object([
        "picture": Schema.text(
            "What is beneath: the name of a part of the form, a path below a picture folder, library:ID, library:ENTRY/NUMBER, "
                + "library:MEME/source, library:MEME/SHA-256 of what lies on it, upload:… of a picture that was sent "
                + "before, or an http or https "
                + "address. Left out, the part \"picture\". Overlays of the meme are named in the same way."),
        "template": Schema.text("A template instead of a picture."),
        "texts": [
            "type": "array", "items": Schema.string, "default": [],
            "description": "In the order of the places of the style or the template.",
        ],
        "plain": [
            "type": "boolean", "default": false,
            "description": "Whether the signs of *bold*, _slanted_ and [gold]coloured[/] words in texts are kept.",
        ],
        "appear": [
            "type": "string", "enum": .array(Caption.Appearance.allCases.map { .text($0.rawValue) }),
            "description": "The parts in which texts appear, in a GIF or WebP.",
        ],
        "style": [
            "type": "string", "enum": .array(MemeStyle.all.map { .text($0.name) }), "default": "classic",
            "description": "Where the texts stand on a picture.",
        ],
        "avoid": [
            "type": "string", "enum": .array(Caption.Avoidance.allCases.map { .text($0.rawValue) }),
            "description":
                "detail moves texts off the busiest part of the picture, unless a template has boxes of its own for them.",
        ],
        "meme": [
            "type": "object",
            "description":
                "The whole meme instead of texts and a style. Fonts are installed ones by their names.",
        ],
        "size": Schema.pattern(
            "^[0-9]+(x[0-9]+)?$", "The box in pixels that the picture is made to fit: 800 or 1200x630."),
        "format": [
            "type": "string", "enum": .array(ImageFormat.writableExtensions.map { .text($0) }),
            "description": "Left out, what the field Accept prefers.",
        ],
        "record": [
            "type": "boolean", "default": false,
            "description": "Whether the meme is kept in the library; needs a token that may write.",
        ],
    ])
}
