import PostcardImaging

/// A picture that is laid on another one: a watermark.
struct PictureMark: Sendable, Equatable {
    /// The position along one axis.
    enum Position: Sendable, Equatable {
        case center
        case `repeat`
        /// From the left or top edge, or from the other one.
        case pixels(Int, fromEnd: Bool)
        /// The same, in percent of the picture's side.
        case percent(Int, fromEnd: Bool)
    }

    /// The places of its copies.
    enum Placing: Sendable, Equatable {
        /// Each axis by itself.
        case axes(x: Position, y: Position)
        /// One copy, in pixels that the density multiplies; it may stand over the edge.
        case at(Gravity)
        /// All over the picture, with one in the middle and so much between copies: pixels, below 1 a share of the picture's side.
        case tiled(x: Double, y: Double)
    }

    /// Its size on the picture; without shares it keeps its own.
    struct Scaling: Sendable, Equatable {
        /// The widest that it may be, as a share of the picture's width.
        var width: Double?
        /// The highest that it may be, as a share of the picture's height.
        var height: Double?
        /// `true` to round the room for it to the nearest pixel, and not down.
        var rounds = false
    }

    /// The name of the picture, like that of the request.
    var image: String
    var placing: Placing
    /// 0 (invisible) to 1 (as it is).
    var opacity: Double
    var scaling = Scaling()
}
