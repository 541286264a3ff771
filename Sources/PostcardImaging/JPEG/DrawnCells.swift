/// The 8 × 8 pixel cells of a picture that a drawing touches.
package struct DrawnCells: Sendable {
    static let side = 8

    let size: PixelSize
    let columns: Int
    let rows: Int
    /// The cells row by row; 1 for a cell that is drawn on.
    private(set) var marks: [UInt8]

    /// Makes the cells for a picture of `size` without a drawing.
    package init(of size: PixelSize) {
        self.size = size
        columns = (size.width + Self.side - 1) / Self.side
        rows = (size.height + Self.side - 1) / Self.side
        marks = [UInt8](repeating: 0, count: columns * rows)
    }

    subscript(column: Int, row: Int) -> Bool { marks[row * columns + column] != 0 }

    /// Returns the range from the first to the last marked column in some rows; `nil` if no column is marked.
    func columns(of rows: Range<Int>) -> Range<Int>? {
        let marked = rows.flatMap { row in (0..<columns).filter { self[$0, row] } }
        guard let first = marked.min(), let last = marked.max() else { return nil }
        return first..<last + 1
    }

    /// True if one of these cells is marked. Cells beyond the edge are never marked.
    func hasMarks(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
        rows.clamped(to: 0..<self.rows).contains { row in
            columns.clamped(to: 0..<self.columns).contains { self[$0, row] }
        }
    }

    /// Returns the cells for the picture as stored with `orientation`. Cells that contain a pixel of a marked cell are marked.
    func stored(with orientation: Orientation) -> DrawnCells {
        guard orientation != .up else { return self }
        var result = DrawnCells(of: orientation.uprightSize(of: size))
        for row in 0..<rows {
            for column in 0..<columns where self[column, row] {
                let x = column * Self.side
                let y = row * Self.side
                let cell = PixelRect(
                    x: x, y: y, width: min(Self.side, size.width - x), height: min(Self.side, size.height - y))
                result.mark(orientation.inverse.uprightRect(of: cell, in: size))
            }
        }
        return result
    }

    private mutating func mark(_ rect: PixelRect) {
        for row in rect.y / Self.side...(rect.y + rect.height - 1) / Self.side {
            for column in rect.x / Self.side...(rect.x + rect.width - 1) / Self.side {
                marks[row * columns + column] = 1
            }
        }
    }

    /// Marks the cells that a block of text covers.
    package mutating func add(_ layers: MaskLayers) {
        let outer = layers.outline ?? layers.fill
        mark(layers.fill.rect) { x, y in
            let index = y * outer.width + x
            return outer.coverage[index] != 0 || layers.colors?[index] ?? 0 != 0
        }
    }

    /// Marks the cells that are covered by a picture whose top left corner is at `x`, `y`.
    package mutating func add(_ picture: Image, x: Int, y: Int) {
        picture.withRows { rows in
            mark(PixelRect(x: x, y: y, width: picture.size.width, height: picture.size.height)) { x, y in
                GDPixel.alpha(of: rows[y][x]) != 0
            }
        }
    }

    /// Marks cells of a rectangle. `covers` returns true if a pixel is drawn on. In each cell, `covers` is called until it returns true.
    private mutating func mark(_ rect: PixelRect, where covers: (_ x: Int, _ y: Int) -> Bool) {
        guard let part = rect.clipped(to: size) else { return }
        for row in part.y..<part.y + part.height {
            let first = row / Self.side * columns
            var column = part.x
            while column < part.x + part.width {
                let cell = column / Self.side
                let end = min((cell + 1) * Self.side, part.x + part.width)
                if marks[first + cell] == 0 {
                    marks[first + cell] = (column..<end).contains { covers($0 - rect.x, row - rect.y) } ? 1 : 0
                }
                column = end
            }
        }
    }
}
