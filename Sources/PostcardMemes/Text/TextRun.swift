/// A stretch of text that is shaped in one go: one typeface, one script, one direction.
struct TextRun: Equatable {
    /// Scalars of the text, in the order they are read.
    var range: Range<Int>
    /// Index of the typeface in the layout's list.
    var typeface: Int
    /// ISO 15924 code as HarfBuzz packs it (`hb_script_t`).
    var script: UInt32
    /// Embedding level of the bidirectional algorithm (UAX #9): odd is right to left.
    var level: UInt8
    /// A mark whose letter, in the run before, is of another font.
    var isMark = false
    /// The orientation in a column; `.sideways` in lines, which are columns turned by a quarter.
    var orientation = VerticalOrientation.sideways

    var isRightToLeft: Bool { level & 1 == 1 }
}
