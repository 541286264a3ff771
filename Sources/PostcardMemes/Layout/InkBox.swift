/// The box of a glyph's ink, from its origin.
struct InkBox {
    var left: Int
    var right: Int
    /// The extent upwards from the baseline.
    var above: Int
    /// The extent downwards from the baseline.
    var below: Int
}
