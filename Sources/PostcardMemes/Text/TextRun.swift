/// A stretch of text that is shaped together, with one typeface, script and direction.
struct TextRun: Equatable {
    /// The scalars of the run, in reading order.
    var range: Range<Int>
    /// The index of the typeface in the layout's list.
    var typeface: Int
    /// The ISO 15924 code as packed by HarfBuzz (`hb_script_t`).
    var script: UInt32
    /// The embedding level of the bidirectional algorithm (UAX #9). Odd levels are for right-to-left text.
    var level: UInt8
    /// True for a mark whose letter, in the preceding run, is in another font.
    var isMark = false
    /// The orientation in a column; `.sideways` in lines, which are columns rotated by a quarter turn.
    var orientation = VerticalOrientation.sideways

    var isRightToLeft: Bool { level & 1 == 1 }
}
