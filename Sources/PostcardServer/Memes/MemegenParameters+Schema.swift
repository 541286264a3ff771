import PostcardCore
import PostcardMemes

extension MemegenParameters {
    /// The parameters of memegen's scheme: what a result depends on beside its lines and what is beneath them.
    static let parameters: [Operation.Parameter] = [
        .init(
            name: "style",
            explanation: "Addresses of pictures to lay on it, with commas between them; for custom also the name of a "
                + "style. animated leads to a GIF.",
            schema: Schema.string),
        .init(name: "font", explanation: "An id or alias of /fonts.", schema: Schema.string),
        .init(
            name: "color",
            explanation: "The colours of text and outline with a comma between them: hexadecimal, or a name of CSS.",
            schema: ["type": "string", "examples": ["white,black"]]),
        .init(
            name: "layout", explanation: "top puts all lines at the top.",
            schema: ["type": "string", "examples": ["top"], "default": "default"]),
        .init(
            name: "plain",
            explanation: "true keeps the signs of *bold*, __slanted__ and [gold]coloured[~s] words.",
            schema: ["type": "boolean", "default": false]),
        .init(
            name: "appear", explanation: "words or lines: the parts in which the text appears, in a gif or webp.",
            schema: ["type": "string", "enum": .array(Caption.Appearance.allCases.map { .text($0.rawValue) })]),
        .init(
            name: "vertical",
            explanation: "Whether lines are columns from right to left, as Japanese and Chinese are written.",
            schema: ["type": "boolean", "default": false]),
        .init(
            name: "bubble",
            explanation:
                "A speech bubble for each line, whose tail points at x,y, each from 0 to 1; with x,y,x,y each of two "
                + "lines has its own place.",
            schema: ["type": "string", "examples": ["0.4,0.6", "0.3,0.4,0.7,0.3"]]),
        .init(
            name: "effect",
            explanation:
                "Effects with commas between them: glow, arc or rainbow for the lines, deep-fried for the picture.",
            schema: ["type": "string", "examples": ["rainbow", "arc,rainbow", "glow,deep-fried"]]),
        side("width"), side("height"),
        .init(
            name: "center",
            explanation: "Where a picture lies that has no place in the template: x,y, each from 0 to 1.",
            schema: ["type": "string", "examples": ["0.5,0.5"]]),
        .init(
            name: "scale", explanation: "How large it is, in parts of the picture beneath.",
            schema: ["type": "number", "minimum": 0.01, "maximum": 4]),
        .init(
            name: "frames", explanation: "The most frames of a GIF; 0 for all.",
            schema: ["type": "integer", "minimum": 0]),
        .init(
            name: "avoid",
            explanation:
                "detail moves lines off the busiest part of the picture, up, down or to a side, and makes them smaller if that "
                + "is not enough; those of templates with boxes of their own stay there.",
            schema: ["type": "string", "enum": .array(Caption.Avoidance.allCases.map { .text($0.rawValue) })]),
        .init(
            name: "start",
            explanation: "When each line of a GIF appears, in parts of the animation with commas between them.",
            schema: ["type": "string", "examples": ["0.2,0.6"]]),
        .init(
            name: "stop", explanation: "When each line of a GIF goes.",
            schema: ["type": "string", "examples": ["1,1"]]),
    ]

    private static func side(_ name: String) -> Operation.Parameter {
        .init(
            name: name,
            explanation: "Pixels. With both, the rest of the box shows the picture blurred; without, 600 × 600 at "
                + "most.",
            schema: ["type": "integer", "minimum": .integer(minimumSide), "maximum": .integer(maximumSide)])
    }
}
