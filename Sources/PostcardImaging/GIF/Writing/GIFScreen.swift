/// The picture on the screen of a GIF under way, before and after a frame.
struct GIFScreen {
    let size: PixelSize
    /// The pictures' own pixels where the frames so far show them, with alpha rounded to none or all.
    private(set) var source: [Int32]
    /// The pixels as the frames so far show them, in the colours that were to be had.
    private(set) var shown: [Int32]
    /// The picture to come.
    private(set) var target: [Int32]

    init(size: PixelSize) {
        self.size = size
        source = [Int32](repeating: GIFColor.transparent, count: size.area)
        shown = source
        target = source
    }

    var area: GIFArea { GIFArea(columns: 0..<size.width, rows: 0..<size.height) }

    /// Makes `image` the picture to come.
    mutating func load(_ image: Image) {
        let width = size.width
        image.withRows { rows in
            target.withUnsafeMutableBufferPointer { target in
                for y in 0..<size.height {
                    let row = rows[y]
                    let start = y * width
                    for x in 0..<width { target[start + x] = GIFColor.rounded(row[x]) }
                }
            }
        }
    }

    /// The smallest rectangle around all pixels that change.
    func changedArea() -> GIFArea {
        target.withUnsafeBufferPointer { target in
            source.withUnsafeBufferPointer { source in
                bounds { y, x in target[y * size.width + x] != source[y * size.width + x] }
            }
        }
    }

    /// The smallest rectangle around all opaque pixels of the picture to come that are transparent in the one after.
    func area(clearedBy next: Image) -> GIFArea {
        guard !next.isOpaque else { return .empty }
        return next.withRows { rows in
            target.withUnsafeBufferPointer { target in
                bounds { y, x in
                    target[y * size.width + x] != GIFColor.transparent
                        && GIFColor.rounded(rows[y][x]) == GIFColor.transparent
                }
            }
        }
    }

    /// Looks at no more pixels than are needed to be sure.
    @inline(__always)
    private func bounds(_ isIn: (_ y: Int, _ x: Int) -> Bool) -> GIFArea {
        var area = GIFArea.empty
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
                area = GIFArea(columns: left..<right, rows: y..<y + 1)
            } else {
                let isInside = left < leftEnd || right > rightEnd || (left..<right).contains { isIn(y, $0) }
                guard isInside else { continue }
                area = GIFArea(
                    columns: min(left, area.columns.lowerBound)..<max(right, area.columns.upperBound),
                    rows: area.rows.lowerBound..<y + 1)
            }
        }
        return area
    }

    /// Writes down what the frame shows: `color` for the pixel at `position`, in place of its own.
    @inline(__always)
    mutating func show(_ color: Int32, at position: Int) {
        source[position] = target[position]
        shown[position] = color
    }

    /// Makes a rectangle transparent.
    mutating func clear(_ area: GIFArea) {
        for y in area.rows {
            for position in y * size.width + area.columns.lowerBound..<y * size.width + area.columns.upperBound {
                source[position] = GIFColor.transparent
                shown[position] = GIFColor.transparent
            }
        }
    }
}

/// A rectangle of whole pixels that grows to hold what is put in.
struct GIFArea: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>

    /// Nothing.
    static let empty = GIFArea(columns: 0..<0, rows: 0..<0)

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    var count: Int { columns.count * rows.count }

    mutating func formUnion(_ other: GIFArea) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
        columns = min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound)
        rows = min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound)
    }
}
