/// The box of a glyph's ink, relative to the glyph's origin.
struct InkBox {
    var left: Int
    var right: Int
    /// The extent upward from the baseline.
    var above: Int
    /// The extent downward from the baseline.
    var below: Int
}
