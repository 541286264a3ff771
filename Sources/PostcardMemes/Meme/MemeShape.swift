public import PostcardImaging

/// A line, arrow, rectangle or ellipse that points something out on the base image.
///
/// Shapes are drawn over overlays of level `below` and under captions.
///
/// ```swift
/// var meme = Meme.classic(top: "Look here")
/// meme.shapes.append(MemeShape(.arrow, from: UnitPoint(x: 0.2, y: 0.8), to: UnitPoint(x: 0.5, y: 0.5)))
/// ```
public struct MemeShape: Hashable, Sendable {
    /// The kind of shape.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// A straight line with rounded ends.
        case line
        /// A line with an arrowhead at its end.
        case arrow
        /// A rectangle with upright sides.
        case rectangle
        /// The ellipse that fills a rectangle.
        case ellipse
    }

    /// The kind of the shape.
    public var kind: Kind
    /// The start of a line or an arrow, or one corner of a rectangle, as fractions of the base image.
    public var from: UnitPoint
    /// The end of a line, the tip of an arrow or the opposite corner of a rectangle, as fractions of the base image.
    public var to: UnitPoint
    /// The color, by default a shade of red.
    public var color = Color(red: 229, green: 57, blue: 53)
    /// The width of the line as a fraction of the base image's mean side √(width × height), 0.0005 to 0.5. For a rectangle or an ellipse,
    /// half of this width is outside the shape.
    public var lineWidth: Double = 0.012
    /// True to fill a rectangle or ellipse instead of drawing its line.
    public var isFilled = false

    /// Makes a shape.
    public init(_ kind: Kind, from: UnitPoint, to: UnitPoint) {
        self.kind = kind
        self.from = from
        self.to = to
    }

    /// Makes a shape in a box.
    public init(_ kind: Kind, in box: UnitBox) {
        self.init(
            kind, from: UnitPoint(x: box.x, y: box.y), to: UnitPoint(x: box.x + box.width, y: box.y + box.height))
    }

    /// Checks that all values are in their ranges.
    ///
    /// - Throws: `MemeError` with code `invalidShape`, whose message contains the value and its range.
    package func validate() throws(MemeError) {
        try MemeError.check(
            .invalidShape, "shape",
            [
                ("from x", from.x, -10...10), ("from y", from.y, -10...10), ("to x", to.x, -10...10),
                ("to y", to.y, -10...10), ("line width", lineWidth, 0.0005...0.5),
            ])
    }
}

extension MemeShape: Codable, DefaultedDecodable {
    private enum CodingKeys: String, CodingKey {
        case kind, from, to, color, lineWidth
        case isFilled = "filled"
    }

    init(defaultedFrom decoder: any Decoder) throws {
        self.init(
            try decoder.value(CodingKeys.kind), from: try decoder.value(CodingKeys.from),
            to: try decoder.value(CodingKeys.to))
        try decoder.update(
            &self, (CodingKeys.color, \.color), (.lineWidth, \.lineWidth), (.isFilled, \.isFilled))
    }
}
