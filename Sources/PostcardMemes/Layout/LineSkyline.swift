/// The extent of a line's ink above and below its baseline, at each position along the line.
struct LineSkyline {
    /// The width of a column in units.
    private static let column = TextLayout.unitsPerEm / 16
    private static let none = Int.min / 4

    private var first: Int
    private var above: [Int] = []
    private var below: [Int] = []
    /// The extent of the ink above and below the baseline; `nil` if the line has no ink.
    private(set) var extent: (above: Int, below: Int)?

    /// - Parameters:
    ///   - boxes: the ink on the line, in units.
    ///   - start: the start of the line, relative to the position to which all lines are aligned.
    ///   - margin: the width of the outline.
    ///   - lowGap: the additional gap below glyphs that are entirely below the baseline. An underscore that touches the outline of the next
    ///     line looks like an accent.
    init(_ boxes: [InkBox], start: Int, margin: Int, lowGap: Int = 0) {
        let left = boxes.map(\.left).min() ?? 0
        let right = boxes.map(\.right).max() ?? 0
        first = Self.index(start + left - margin)
        let count = Self.index(start + right + margin) - first + 1
        above = [Int](repeating: Self.none, count: count)
        below = above
        for box in boxes {
            for index in Self.index(start + box.left - margin)...Self.index(start + box.right + margin) {
                above[index - first] = max(above[index - first], box.above)
                below[index - first] = max(below[index - first], box.below + (box.above <= 0 ? lowGap : 0))
            }
            extent = (max(extent?.above ?? box.above, box.above), max(extent?.below ?? box.below, box.below))
        }
    }

    /// Returns the distance between baselines at which the ink of `next`, the line below, just touches the ink of this line.
    func distance(to next: LineSkyline) -> Int {
        var distance = 0
        let low = max(first, next.first)
        let high = min(first + below.count, next.first + next.above.count)
        guard low < high else { return 0 }
        for index in low..<high {
            distance = max(distance, below[index - first] + next.above[index - next.first])
        }
        return distance
    }

    private static func index(_ x: Int) -> Int {
        x >= 0 ? x / column : (x - column + 1) / column
    }
}
