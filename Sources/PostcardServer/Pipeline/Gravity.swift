import PostcardImaging

/// The position of a smaller rectangle in a larger one: an anchor and offsets.
struct Gravity: Sendable, Equatable {
    /// The position without offsets.
    enum Anchor: Sendable, Equatable {
        /// A fraction of the free space: 0 (left, top), 0.5 or 1 (right, bottom).
        case edges(x: Double, y: Double)
        /// The center of the smaller rectangle, as fractions of the larger one.
        case point(x: Double, y: Double)
        /// The part with the most detail.
        case detail
    }

    static let center = Gravity(anchor: .edges(x: 0.5, y: 0.5))

    var anchor: Anchor
    /// The horizontal offset: inward from the anchor's edge, or to the right from the center. The offset is in pixels or, if below 1, a
    /// fraction of the width.
    var x = 0.0
    /// The vertical offset: inward from the anchor's edge, or down from the center. The offset is in pixels or, if below 1, a fraction of
    /// the height.
    var y = 0.0

    /// Returns the top-left corner of the smaller rectangle.
    ///
    /// - Parameters:
    ///   - inner: the size of the smaller rectangle.
    ///   - outer: the size of the larger one.
    ///   - density: the factor for offsets in pixels.
    ///   - mayOverflow: true if the smaller rectangle may be partly outside the larger one.
    /// - Returns: the corner; for `.detail`, the corner of the centered rectangle.
    func origin(
        of inner: PixelSize, in outer: PixelSize, density: Double = 1, mayOverflow: Bool = false
    ) -> (x: Int, y: Int) {
        func offset(_ wanted: Double, _ side: Int) -> Int {
            let pixels = abs(wanted) >= 1 ? wanted * density : wanted * Double(side)
            // Far beyond any picture, but small enough that sums don't overflow.
            return Int(min(1e9, max(-1e9, pixels.rounded(.toNearestOrEven))))
        }
        func place(_ share: Double, _ offset: Int, _ side: Int, _ length: Int) -> Int {
            switch share {
            case 0: offset
            case 1: side - length - offset
            default: Int((Double(side - length + 1) / 2).rounded(.toNearestOrEven)) + offset
            }
        }
        func bounded(_ place: Int, _ side: Int, _ length: Int) -> Int {
            let range = mayOverflow ? (1 - length)...(side - 1) : 0...max(0, side - length)
            return min(range.upperBound, max(range.lowerBound, place))
        }
        let (left, top): (Int, Int)
        switch anchor {
        case .edges(let across, let down):
            left = place(across, offset(x, outer.width), outer.width, inner.width)
            top = place(down, offset(y, outer.height), outer.height, inner.height)
        case .point(let x, let y):
            func around(_ share: Double, _ side: Int, _ length: Int) -> Int {
                Int((Double(side) * share).rounded(.toNearestOrEven)) - length / 2
            }
            (left, top) = (around(x, outer.width, inner.width), around(y, outer.height, inner.height))
        case .detail:
            return Self.center.origin(of: inner, in: outer)
        }
        return (bounded(left, outer.width, inner.width), bounded(top, outer.height, inner.height))
    }

    /// Returns the smaller rectangle in the larger one.
    func part(of inner: PixelSize, in outer: PixelSize, density: Double = 1) -> PixelRect {
        let origin = origin(of: inner, in: outer, density: density)
        return PixelRect(x: origin.x, y: origin.y, width: inner.width, height: inner.height)
    }
}
