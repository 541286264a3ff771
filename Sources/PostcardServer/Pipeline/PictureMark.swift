import PostcardImaging

/// A watermark: a picture that is laid on another one.
struct PictureMark: Sendable, Equatable {
    /// The position of a watermark along one axis.
    enum Position: Sendable, Equatable {
        case center
        case `repeat`
        /// The distance in pixels from the left or top edge, or from the opposite one.
        case pixels(Int, fromEnd: Bool)
        /// The distance in percent of the picture's side.
        case percent(Int, fromEnd: Bool)
    }

    /// The positions of a watermark's copies.
    enum Placing: Sendable, Equatable {
        /// A position for each axis, as in thumbor.
        case axes(x: Position, y: Position)
        /// One copy, whose offsets the density multiplies. It may overlap the picture's edge.
        case at(Gravity)
        /// Copies all over the picture, one of them in the middle. The gaps between them are in pixels, below 1 in shares of the picture's side.
        case tiled(x: Double, y: Double)
    }

    /// The size of a watermark in shares of the picture; without shares it keeps its own size.
    struct Scaling: Sendable, Equatable {
        /// The largest width as a share of the picture's width; `nil` for no limit.
        var width: Double?
        /// The largest height as a share of the picture's height; `nil` for no limit.
        var height: Double?
        /// True to round the largest sides to the nearest pixel, false to round them down.
        var rounds = false
    }

    /// The name of the watermark's picture, as in requests.
    var image: String
    var placing: Placing
    /// The opacity, 0 (invisible) to 1.
    var opacity: Double
    var scaling = Scaling()

    /// The largest number of copies that repeat along both axes. Above it, each axis has at most ``fewCopies``, as in thumbor.
    private static let maximumCopies = 100
    private static let fewCopies = 6
    /// The largest number of tiled copies. Above it, gaps are widened, since copies so small cannot be seen.
    private static let maximumTiles = 10_000

    /// Returns the scaling of the watermark on a picture; `nil` where it keeps its size.
    func resize(on picture: PixelSize) -> Resize? {
        guard scaling.width != nil || scaling.height != nil else { return nil }
        // The length of a side without a limit, larger than any picture's.
        let boundless = 1_000_000
        func side(_ share: Double?, _ length: Int) -> Int {
            guard let share else { return boundless }
            let pixels = Double(length) * share
            // A product just below an integer counts as that integer.
            return Int(min(Double(boundless), scaling.rounds ? pixels.rounded(.toNearestOrEven) : pixels + 1e-9))
        }
        return Resize(
            into: PixelSize(width: side(scaling.width, picture.width), height: side(scaling.height, picture.height)),
            enlarges: true)
    }

    /// Returns the top left corners of the copies.
    func origins(on picture: PixelSize, mark: PixelSize, density: Double) -> [(x: Int, y: Int)] {
        switch placing {
        case .axes(let x, let y): Self.origins(x, y, on: picture, mark: mark)
        case .at(let gravity): [gravity.origin(of: mark, in: picture, density: density, mayOverflow: true)]
        case .tiled(let x, let y):
            Self.tiles(
                PixelSize(
                    width: Self.gap(x, picture.width, density), height: Self.gap(y, picture.height, density)),
                on: picture, mark: mark)
        }
    }

    /// Returns the gap between tiled copies in pixels.
    private static func gap(_ wanted: Double, _ side: Int, _ density: Double) -> Int {
        let pixels = abs(wanted) >= 1 ? wanted * density : wanted * Double(side)
        return Int(min(1e6, max(0, pixels.rounded(.toNearestOrEven))))
    }

    /// Returns the corners of tiled copies, from the middle to all edges.
    private static func tiles(_ gap: PixelSize, on picture: PixelSize, mark: PixelSize) -> [(x: Int, y: Int)] {
        var (across, down) = (mark.width + gap.width, mark.height + gap.height)
        while (picture.width / across + 2) * (picture.height / down + 2) > maximumTiles {
            (across, down) = (across * 2, down * 2)
        }
        func starts(_ side: Int, _ length: Int, _ step: Int) -> [Int] {
            let middle = (side - length) / 2
            let first = middle - ((middle + length + step - 1) / step) * step
            return stride(from: first, to: side, by: step).filter { $0 + length > 0 }
        }
        let rows = starts(picture.height, mark.height, down)
        return starts(picture.width, mark.width, across).flatMap { x in rows.map { (x, $0) } }
    }

    /// Returns the corners of copies with a position for each axis.
    private static func origins(
        _ x: Position, _ y: Position, on picture: PixelSize, mark: PixelSize
    ) -> [(x: Int, y: Int)] {
        func count(_ position: Position, _ side: Int, _ length: Int) -> Int {
            guard position == .repeat else { return 1 }
            // Where only one whole copy fits, a cut one follows it.
            return side < 2 * length ? (side + length - 1) / max(1, length) : side / max(1, length)
        }
        var (columns, rows) = (count(x, picture.width, mark.width), count(y, picture.height, mark.height))
        let isMany = x == .repeat && y == .repeat && columns * rows > maximumCopies
        if isMany { (columns, rows) = (min(fewCopies, columns), min(fewCopies, rows)) }
        let across = offsets(x, side: picture.width, length: mark.width, count: columns, isMany)
        let down = offsets(y, side: picture.height, length: mark.height, count: rows, isMany)
        return across.flatMap { x in down.map { y in (x, y) } }
    }

    /// Returns the positions of copies along one axis, as thumbor computes them.
    private static func offsets(
        _ position: Position, side: Int, length: Int, count: Int, _ isMany: Bool
    ) -> [Int] {
        func from(_ distance: Int, _ fromEnd: Bool) -> Int { fromEnd ? side - length - distance : distance }
        switch position {
        case .center: return [(side - length) / 2]
        case .pixels(let distance, let fromEnd): return [from(distance, fromEnd)]
        case .percent(let share, let fromEnd):
            let distance = (Double(side) * Double(share) / 100 + 1e-5).rounded(.toNearestOrEven)
            return [from(Int(distance), fromEnd)]
        case .repeat:
            let room = side < 2 * length && !isMany ? 10 : max(0, side - count * length)
            let gap = room / (max(count, 2) - 1)
            // The count is at most the number of pixels of the side.
            return (0..<min(count, side)).map { $0 * (length + gap) }
        }
    }
}

// MARK: Gravity

/// The position of a smaller rectangle in a larger one: an anchor and offsets.
struct Gravity: Sendable, Equatable {
    /// The position without offsets.
    enum Anchor: Sendable, Equatable {
        /// A share of the free space: 0 (left, top), 0.5 or 1 (right, bottom).
        case edges(x: Double, y: Double)
        /// A point in the middle of the smaller rectangle, in shares of the larger one.
        case point(x: Double, y: Double)
        /// The part with the most detail.
        case detail
    }

    static let center = Gravity(anchor: .edges(x: 0.5, y: 0.5))

    var anchor: Anchor
    /// The horizontal offset: inwards from the anchor's edge, or to the right from the centre. It is in pixels, below 1 in shares of the width.
    var x = 0.0
    /// The vertical offset: inwards from the anchor's edge, or down from the centre. It is in pixels, below 1 in shares of the height.
    var y = 0.0

    /// Returns the top left corner of the smaller rectangle.
    ///
    /// - Parameters:
    ///   - inner: the size of the smaller rectangle.
    ///   - outer: the size of the larger one.
    ///   - density: the factor of offsets in pixels.
    ///   - mayOverflow: true to let the smaller rectangle lie partly outside.
    /// - Returns: the corner; for `.detail`, that of the centre.
    func origin(
        of inner: PixelSize, in outer: PixelSize, density: Double = 1, mayOverflow: Bool = false
    ) -> (x: Int, y: Int) {
        func offset(_ wanted: Double, _ side: Int) -> Int {
            let pixels = abs(wanted) >= 1 ? wanted * density : wanted * Double(side)
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
