/// The coverage of a shape: the covered part of each pixel in a rectangle, from 0 to 255, row by row from top to bottom.
package struct Mask: Sendable, Equatable {
    /// The left column, in canvas coordinates.
    package var x: Int
    /// The top row, in canvas coordinates.
    package var y: Int
    /// The number of columns; 0 for an empty mask.
    package let width: Int
    /// The number of rows; 0 for an empty mask.
    package let height: Int
    /// `width × height` coverage values.
    package var coverage: [UInt8]

    /// Makes a mask that covers nothing.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: x, y: y, width: width, height: height, coverage: [UInt8](repeating: 0, count: width * height))
    }

    /// Makes a mask from `coverage`, which must contain `width × height` values.
    package init(x: Int, y: Int, width: Int, height: Int, coverage: [UInt8]) {
        precondition(
            width >= 0 && height >= 0 && coverage.count == width * height, "coverage does not match the rectangle")
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.coverage = coverage
    }

    /// The rectangle, in canvas coordinates.
    var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

    /// Adds `other`, moved by `dx` and `dy`: each pixel gets the larger coverage. The part of `other` outside this mask is ignored.
    package mutating func formUnion(_ other: Mask, dx: Int = 0, dy: Int = 0) {
        let moved = PixelRect(x: other.x + dx - x, y: other.y + dy - y, width: other.width, height: other.height)
        guard let part = moved.clipped(to: PixelSize(width: width, height: height)) else { return }
        let width = width
        coverage.withUnsafeMutableBufferPointer { target in
            other.coverage.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return }
                for row in part.y..<part.y + part.height {
                    let to = target + (row * width + part.x)
                    let from = source + ((row - moved.y) * other.width + part.x - moved.x)
                    for column in 0..<part.width { to[column] = max(to[column], from[column]) }
                }
            }
        }
    }
}

extension Mask {
    /// Returns the mask blurred by a Gaussian and extended by three standard deviations on each side, within the canvas.
    ///
    /// - Throws: `ImageError` with code `interrupted`.
    package func blurred(sigma: Double, on canvas: PixelSize) throws(ImageError) -> Mask {
        guard sigma > 0, width > 0, height > 0 else { return self }
        let reach = Int((3 * sigma).rounded(.up))
        let (left, top) = (max(0, x - reach), max(0, y - reach))
        let (right, bottom) = (min(canvas.width, x + width + reach), min(canvas.height, y + height + reach))
        guard left < right, top < bottom else { return Mask(x: 0, y: 0, width: 0, height: 0) }
        var result = Mask(x: left, y: top, width: right - left, height: bottom - top)
        // The rectangle around both masks, with an empty border because edges are repeated.
        let origin = (x: min(left, x - 1), y: min(top, y - 1))
        let size = PixelSize(
            width: max(right, x + width + 1) - origin.x, height: max(bottom, y + height + 1) - origin.y)
        try GaussianBlur(sigma: sigma).apply(to: size) { line, row in
            row.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) }
            let line = line + origin.y - y
            guard 0..<height ~= line else { return }
            for column in 0..<width { row[column + x - origin.x].x = Float(coverage[line * width + column]) }
        } store: { line, row in
            let line = line + origin.y - top
            guard 0..<result.height ~= line else { return }
            for column in 0..<result.width {
                let value = row[column + left - origin.x].x
                result.coverage[line * result.width + column] = UInt8(min(255, max(0, value + 0.5)))
            }
        }
        return result
    }
}
