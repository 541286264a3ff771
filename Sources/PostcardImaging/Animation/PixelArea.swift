/// A rectangle of whole pixels that grows to hold what is put in.
struct PixelArea: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>

    static let empty = PixelArea(columns: 0..<0, rows: 0..<0)

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    var count: Int { columns.count * rows.count }

    mutating func formUnion(_ other: PixelArea) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
        columns = min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound)
        rows = min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound)
    }
}

extension PixelArea {
    /// The smallest area around all pixels for which `isIn` is true. It is asked about no more of them than necessary.
    @inline(__always)
    init(in size: PixelSize, where isIn: (_ y: Int, _ x: Int) -> Bool) {
        var area = PixelArea.empty
        for y in 0..<size.height {
            let isFirst = area.isEmpty
            var left = 0
            let leftEnd = isFirst ? size.width : area.columns.lowerBound
            while left < leftEnd, !isIn(y, left) { left += 1 }
            var right = size.width
            let rightEnd = isFirst ? left : area.columns.upperBound
            while right > rightEnd, !isIn(y, right - 1) { right -= 1 }
            if isFirst {
                guard left < right else { continue }
                area = PixelArea(columns: left..<right, rows: y..<y + 1)
            } else {
                let isInside = left < leftEnd || right > rightEnd || (left..<right).contains { isIn(y, $0) }
                guard isInside else { continue }
                area = PixelArea(
                    columns: min(left, area.columns.lowerBound)..<max(right, area.columns.upperBound),
                    rows: area.rows.lowerBound..<y + 1)
            }
        }
        self = area
    }
}
