/// The colours of one frame and how its pixels come to them.
struct GIFColorChoice {
    /// How a pixel finds its colour.
    enum Method: Equatable {
        /// Its own colour, or else the nearest one: for pictures of few colours, where a pattern would show.
        case nearest
        /// Its own colour, or else the nearest one after adding blue noise of this amplitude, which stays where it is
        /// from frame to frame.
        case ordered(amplitude: Float)
        /// The nearest one, each pixel making up for the errors of those before (Floyd and Steinberg, 1976), by no more
        /// than `limit` a channel: where the palette has nothing fitting, debts would else grow until they show as
        /// stray dots.
        case diffused(limit: Int32)
    }

    var palette: GIFPalette
    /// Whether the palette is the one that stands once at the beginning of the file.
    var isShared: Bool
    var method: Method
    /// For pixels that are transparent or stay as they are; no other pixel has it.
    var transparentIndex: UInt8?
}
