/// Rectangles that grow to hold what is put in.
extension PixelRect {
    static let empty = PixelRect(columns: 0..<0, rows: 0..<0)

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    mutating func formUnion(_ other: PixelRect) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
        self = PixelRect(
            columns: min(x, other.x)..<max(columns.upperBound, other.columns.upperBound),
            rows: min(y, other.y)..<max(rows.upperBound, other.rows.upperBound))
    }

    /// The smallest rectangle around all pixels for which `isIn` is true. It is asked about no more of them than necessary.
    @inline(__always)
    init(in size: PixelSize, where isIn: (_ y: Int, _ x: Int) -> Bool) {
        var area = PixelRect.empty
        for y in 0..<size.height {
            let isFirst = area.isEmpty
            var left = 0
            let leftEnd = isFirst ? size.width : area.x
            while left < leftEnd, !isIn(y, left) { left += 1 }
            var right = size.width
            let rightEnd = isFirst ? left : area.columns.upperBound
            while right > rightEnd, !isIn(y, right - 1) { right -= 1 }
            if isFirst {
                guard left < right else { continue }
                area = PixelRect(columns: left..<right, rows: y..<y + 1)
            } else {
                let isInside = left < leftEnd || right > rightEnd || (left..<right).contains { isIn(y, $0) }
                guard isInside else { continue }
                area.formUnion(PixelRect(columns: left..<right, rows: y..<y + 1))
            }
        }
        self = area
    }
}
