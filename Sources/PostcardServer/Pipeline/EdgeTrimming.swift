import PostcardImaging

/// The trimming of single-color edges.
struct EdgeTrimming: Sendable, Equatable {
    /// The color of the edges.
    enum Edge: Sendable, Equatable {
        /// The color of the pixel in the top-left corner.
        case topLeft
        /// The color of the pixel in the bottom-right corner.
        case bottomRight
        case color(Color)
    }

    /// The measure of the difference between two colors.
    enum Metric: Sendable, Equatable {
        /// The Euclidean distance in RGB, 0 to 442.
        case euclidean
        /// The largest difference in red, green, blue and alpha, 0 to 255.
        case channel
    }

    var edge = Edge.topLeft
    /// The maximum difference from the edge color for pixels to be trimmed.
    var tolerance = 0
    var metric = Metric.euclidean
    /// True to trim left and right equally, by the smaller amount.
    var isEvenAcross = false
    /// True to trim top and bottom equally, by the smaller amount.
    var isEvenDown = false

    /// Returns the remaining part, or the whole picture if nothing would remain.
    func remainder(of image: Image) -> PixelRect {
        let (width, height) = (image.size.width, image.size.height)
        let color =
            switch edge {
            case .topLeft: image[0, 0]
            case .bottomRight: image[width - 1, height - 1]
            case .color(let color): color
            }
        func isEdge(_ x: Int, _ y: Int) -> Bool { isNear(image[x, y], color) }
        func isEdge(row y: Int) -> Bool { (0..<width).allSatisfy { isEdge($0, y) } }
        guard let top = (0..<height).first(where: { !isEdge(row: $0) }),
            let bottom = (0..<height).last(where: { !isEdge(row: $0) })
        else { return PixelRect(x: 0, y: 0, width: width, height: height) }
        func isEdge(column x: Int) -> Bool { (top...bottom).allSatisfy { isEdge(x, $0) } }
        let left = (0..<width).first { !isEdge(column: $0) } ?? 0
        let right = (0..<width).last { !isEdge(column: $0) } ?? width - 1
        let across = even(left, width - 1 - right, isEvenAcross)
        let down = even(top, height - 1 - bottom, isEvenDown)
        return PixelRect(
            x: across.0, y: down.0, width: width - across.0 - across.1, height: height - down.0 - down.1)
    }

    private func even(_ one: Int, _ other: Int, _ isEven: Bool) -> (Int, Int) {
        isEven ? (min(one, other), min(one, other)) : (one, other)
    }

    /// Returns true if two colors differ by no more than the tolerance.
    private func isNear(_ one: Color, _ other: Color) -> Bool {
        func difference(_ one: UInt8, _ other: UInt8) -> Int { abs(Int(one) - Int(other)) }
        let red = difference(one.red, other.red)
        let green = difference(one.green, other.green)
        let blue = difference(one.blue, other.blue)
        switch metric {
        case .euclidean: return red * red + green * green + blue * blue <= tolerance * tolerance
        case .channel: return max(red, green, blue, difference(one.alpha, other.alpha)) <= tolerance
        }
    }
}
