/// A request in thumbor's scheme, without its signature:
/// `[meta/][trim/][AxB:CxD/][fit-in/][WxH/][halign/][valign/][smart/][filters:…/]IMAGE`.
struct ThumborRequest: Sendable, Equatable {
    /// A side of the result.
    enum Side: Sendable, Equatable {
        /// Pixels; 0 follows from the other side.
        case pixels(Int)
        /// As long as the source.
        case original
    }

    /// The way in which the whole picture is fitted into the box; without it the box is filled and the rest is cut off.
    struct FitIn: Sendable, Equatable {
        /// The box is turned when that suits the picture better.
        var isAdaptive = false
        /// The picture is as small as possible, not as large as possible: it covers the box.
        var isFull = false
    }

    /// Cuts off edges of one colour.
    struct Trim: Sendable, Equatable {
        /// `true` if the pixel at the bottom right, instead of the top left, has the colour.
        var fromBottomRight = false
        /// The maximum distance of a colour from it in RGB, 0 to 442.
        var tolerance = 0
    }

    /// A crop by its edges in pixels of the source.
    struct Crop: Sendable, Equatable {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int
    }

    /// `true` if it is told what would be done, instead of doing it.
    var isMeta = false
    var trim: Trim?
    var crop: Crop?
    var fitIn: FitIn?
    var width = Side.pixels(0)
    var height = Side.pixels(0)
    var flipsHorizontally = false
    var flipsVertically = false
    /// The part that a crop keeps, 0 (left) to 1 (right).
    var horizontalAlignment = 0.5
    /// The part that a crop keeps, 0 (top) to 1 (bottom).
    var verticalAlignment = 0.5
    var isSmart = false
    var filters: [ThumborFilter] = []
    /// The name of the picture, decoded: a path below a picture folder, or an http or https address.
    var image = ""
    /// All before the picture as it stands in the URL, for keys.
    var options = ""
}
