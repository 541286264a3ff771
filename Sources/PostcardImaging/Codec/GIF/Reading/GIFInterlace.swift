/// The order of rows in an interlaced frame (GIF89a, appendix E): every eighth, the ones in the middle between these,
/// the ones between all these, and the odd ones.
enum GIFInterlace {
    /// How many rows come in the file before row `y`.
    static func position(of y: Int, height: Int) -> Int {
        let eighths = (height + 7) / 8
        let quarters = (height + 3) / 4
        let halves = (height + 1) / 2
        if y % 2 == 1 { return halves + y / 2 }
        if y % 4 == 2 { return quarters + y / 4 }
        return y % 8 == 4 ? eighths + y / 8 : y / 8
    }
}
