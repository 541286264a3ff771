import PostcardCore
import PostcardMemes

extension MemegenParameters {
    /// The descriptions of memegen's query parameters, in the order in which they are part of the cache key.
    static let parameters: [Operation.Parameter] = [
        .init(
            "style",
            "Addresses of pictures to lay on it, with commas between them; for custom also the name of a "
                + "style. animated leads to a GIF.",
            Schema.string),
        .init("font", "An id or alias of /fonts.", Schema.string),
        .init(
            "color", "The colours of text and outline with a comma between them: hexadecimal, or a name of CSS.",
            ["type": "string", "examples": ["white,black"]]),
        .init(
            "layout", "top puts all lines at the top.", ["type": "string", "examples": ["top"], "default": "default"]),
        .init(
            "plain", "true keeps the signs of *bold*, __slanted__ and [gold]coloured[~s] words.",
            Schema.option),
        .init(
            "appear", "words or lines: the parts in which the text appears, in a gif or webp.",
            Schema.choice(Caption.Appearance.allCases.map(\.rawValue))),
        .init(
            "vertical", "Whether lines are columns from right to left, as Japanese and Chinese are written.",
            Schema.option),
        .init(
            "bubble",
            "A speech bubble for each line, whose tail points at x,y, each from 0 to 1; with x,y,x,y each of two "
                + "lines has its own place.",
            ["type": "string", "examples": ["0.4,0.6", "0.3,0.4,0.7,0.3"]]),
        .init(
            "effect",
            "Effects with commas between them: glow, arc or rainbow for the lines, deep-fried for the picture.",
            ["type": "string", "examples": ["rainbow", "arc,rainbow", "glow,deep-fried"]]),
        side("width"), side("height"),
        .init(
            "center", "Where a picture lies that has no place in the template: x,y, each from 0 to 1.",
            ["type": "string", "examples": ["0.5,0.5"]]),
        .init(
            "scale", "How large it is, in parts of the picture beneath.",
            ["type": "number", "minimum": 0.01, "maximum": 4]),
        .init("frames", "The most frames of a GIF; 0 for all.", ["type": "integer", "minimum": 0]),
        .init(
            "avoid",
            "detail moves lines off the busiest part of the picture, up, down or to a side, and makes them smaller if that "
                + "is not enough; those of templates with boxes of their own stay there.",
            Schema.choice(Caption.Avoidance.allCases.map(\.rawValue))),
        .init(
            "start", "When each line of a GIF appears, in parts of the animation with commas between them.",
            ["type": "string", "examples": ["0.2,0.6"]]),
        .init("stop", "When each line of a GIF goes.", ["type": "string", "examples": ["1,1"]]),
    ]

    private static func side(_ name: String) -> Operation.Parameter {
        .init(
            name,
            "Pixels. With both, the rest of the box shows the picture blurred; without, 600 × 600 at "
                + "most.",
            Schema.integer(in: minimumSide...maximumSide))
    }
}
