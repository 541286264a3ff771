import PostcardCore
import PostcardMemes

extension MemegenParameters {
    /// The descriptions of memegen's query parameters, in the order that the cache key uses.
    static let parameters: [Operation.Parameter] = [
        .init(
            "style",
            "URLs of overlays, separated by commas. /images/custom URLs also accept the name of a style. The value "
                + "animated causes a redirect to a GIF.",
            Schema.string),
        .init("font", "The id or alias of a font from /fonts.", Schema.string),
        .init(
            "color", "The colors of text and outline, separated by a comma: hexadecimal or a CSS name.",
            ["type": "string", "examples": ["white,black"]]),
        .init(
            "layout", "top puts all lines at the top.", ["type": "string", "examples": ["top"], "default": "default"]),
        .init(
            "plain", "True to draw the markup for *bold*, __slanted__ and [gold]colored[~s] text as typed.",
            Schema.option),
        .init(
            "appear", "words or lines: the units in which the text appears in a GIF or WebP.",
            Schema.choice(Caption.Appearance.allCases.map(\.rawValue))),
        .init(
            "vertical", "Draw lines as columns from right to left, as in Japanese and Chinese.",
            Schema.option),
        .init(
            "bubble",
            "A speech bubble for each line. Its tail points at x,y, each from 0 to 1. For two lines, "
                + "write x,y,x,y to set two points.",
            ["type": "string", "examples": ["0.4,0.6", "0.3,0.4,0.7,0.3"]]),
        .init(
            "effect",
            "Effects, separated by commas: glow, arc or rainbow for the lines, deep-fried for the picture.",
            ["type": "string", "examples": ["rainbow", "arc,rainbow", "glow,deep-fried"]]),
        side("width"), side("height"),
        .init(
            "center", "The center of an overlay that has no slot in the template: x,y, each from 0 to 1.",
            ["type": "string", "examples": ["0.5,0.5"]]),
        .init(
            "scale", "The size of an overlay that has no slot in the template, as a fraction of the base image.",
            ["type": "number", "minimum": 0.01, "maximum": 4]),
        .init("frames", "The maximum number of frames in a GIF; 0 for all.", ["type": "integer", "minimum": 0]),
        .init(
            "avoid",
            "subject (the default) shrinks lines that would cover a likely face or the most detailed part of the picture. "
                + "detail also moves them. none does neither. Lines in a template's own boxes do not change.",
            Schema.choice(Caption.Avoidance.allCases.map(\.rawValue))),
        .init(
            "start", "The time at which each line of a GIF appears: fractions of the animation, separated by commas.",
            ["type": "string", "examples": ["0.2,0.6"]]),
        .init("stop", "The time at which each line of a GIF disappears.", ["type": "string", "examples": ["1,1"]]),
    ]

    private static func side(_ name: String) -> Operation.Parameter {
        .init(
            name,
            "The \(name) in pixels. If both sides are set, a blurred copy of the picture fills the rest of the box. "
                + "The default is at most 600 × 600.",
            Schema.integer(in: minimumSide...maximumSide))
    }
}
