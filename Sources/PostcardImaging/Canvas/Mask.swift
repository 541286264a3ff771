/// The coverage of a shape: its part of each pixel of a rectangle, 0 to 255, row by row from top to bottom.
package struct Mask: Sendable, Equatable {
    /// The left column, in the coordinates of what the mask is laid on.
    package var x: Int
    /// The top row.
    package var y: Int
    /// Columns; 0 for a mask of nothing.
    package let width: Int
    /// Rows; 0 for a mask of nothing.
    package let height: Int
    /// `width × height` coverages.
    package var coverage: [UInt8]

    /// Makes a mask that covers nothing.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: x, y: y, width: width, height: height, coverage: [UInt8](repeating: 0, count: width * height))
    }

    /// Makes a mask of `coverage`, which must hold `width × height` values.
    package init(x: Int, y: Int, width: Int, height: Int, coverage: [UInt8]) {
        precondition(
            width >= 0 && height >= 0 && coverage.count == width * height, "coverage does not fit the rectangle")
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.coverage = coverage
    }

    /// Unites with `other`, moved by `dx`, `dy`: each pixel takes the larger coverage. What falls outside is lost.
    package mutating func formUnion(_ other: Mask, dx: Int = 0, dy: Int = 0) {
        let left = other.x + dx - x
        let top = other.y + dy - y
        let columns = max(0, -left)..<max(max(0, -left), min(other.width, width - left))
        let rows = max(0, -top)..<max(max(0, -top), min(other.height, height - top))
        guard !columns.isEmpty else { return }
        let width = width
        coverage.withUnsafeMutableBufferPointer { target in
            other.coverage.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return }
                for row in rows {
                    let to = target + ((row + top) * width + left)
                    let from = source + row * other.width
                    for column in columns { to[column] = max(to[column], from[column]) }
                }
            }
        }
    }
}
