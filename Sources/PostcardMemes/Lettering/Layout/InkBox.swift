/// What a glyph's ink takes, from its origin.
struct InkBox {
    var left: Int
    var right: Int
    /// Upwards from the baseline.
    var above: Int
    /// Downwards from the baseline.
    var below: Int
}
