/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
    /// The left column. Column 0 is the left edge of the picture.
    public var x: Int
    /// The top row. Row 0 is the top edge of the picture.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Makes a rectangle; all numbers are in pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle that covers a picture of `size`.
    init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    init(columns: Range<Int>, rows: Range<Int>) {
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    var columns: Range<Int> { x..<x + width }
    var rows: Range<Int> { y..<y + height }
    var size: PixelSize { PixelSize(width: width, height: height) }

    /// Returns the part of the rectangle that is within a picture of `size`; `nil` if the two don't overlap.
    func clipped(to size: PixelSize) -> PixelRect? {
        func part(_ start: Int, _ length: Int, in limit: Int) -> Range<Int>? {
            let (sum, overflow) = start.addingReportingOverflow(length)
            let end = overflow && length > 0 ? limit : min(sum, limit)
            return max(0, start) < end && length > 0 ? max(0, start)..<end : nil
        }
        guard let columns = part(x, width, in: size.width), let rows = part(y, height, in: size.height) else {
            return nil
        }
        return PixelRect(columns: columns, rows: rows)
    }
}

extension PixelRect: CustomStringConvertible {
    /// The size and the position, for example `40 × 30 at 10, 20`.
    public var description: String { "\(width) × \(height) at \(x), \(y)" }
}

/// Rectangles that grow to contain other rectangles.
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

    /// The smallest rectangle around all pixels for which `isIn` is true. `isIn` is called for no more pixels than necessary.
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
