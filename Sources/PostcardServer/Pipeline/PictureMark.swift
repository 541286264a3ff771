import PostcardImaging

/// A picture that is laid on another one: a watermark.
struct PictureMark: Sendable, Equatable {
    /// The position along one axis.
    enum Position: Sendable, Equatable {
        case center
        case `repeat`
        /// From the left or top edge, or from the other one.
        case pixels(Int, fromEnd: Bool)
        /// The same, in percent of the picture's side.
        case percent(Int, fromEnd: Bool)
    }

    /// The places of its copies.
    enum Placing: Sendable, Equatable {
        /// Each axis by itself.
        case axes(x: Position, y: Position)
        /// One copy, in pixels that the density multiplies; it may stand over the edge.
        case at(Gravity)
        /// All over the picture, with one in the middle and so much between copies: pixels, below 1 a share of the picture's side.
        case tiled(x: Double, y: Double)
    }

    /// Its size on the picture; without shares it keeps its own.
    struct Scaling: Sendable, Equatable {
        /// The widest that it may be, as a share of the picture's width.
        var width: Double?
        /// The highest that it may be, as a share of the picture's height.
        var height: Double?
        /// `true` to round the room for it to the nearest pixel, and not down.
        var rounds = false
    }

    /// The name of the picture, like that of the request.
    var image: String
    var placing: Placing
    /// 0 (invisible) to 1 (as it is).
    var opacity: Double
    var scaling = Scaling()

    /// Of more copies than this, those of axes are as few as ``fewCopies`` along a side, as thumbor has it.
    private static let maximumCopies = 100
    private static let fewCopies = 6
    /// Of more copies than this, tiles are spread wider: what is too small to be seen need not be drawn.
    private static let maximumTiles = 10_000

    /// The size that the mark is brought to, or `nil` when it stays as it is.
    func resize(on picture: PixelSize) -> Resize? {
        guard scaling.width != nil || scaling.height != nil else { return nil }
        // A side that is not limited is as long as the other one lets it be; this is more than any picture has.
        let boundless = 1_000_000
        func side(_ share: Double?, _ length: Int) -> Int {
            guard let share else { return boundless }
            let pixels = Double(length) * share
            return Int(min(Double(boundless), scaling.rounds ? pixels.rounded(.toNearestOrEven) : pixels + 1e-9))
        }
        return Resize(
            into: PixelSize(width: side(scaling.width, picture.width), height: side(scaling.height, picture.height)),
            enlarges: true)
    }

    /// The top left corners of the copies of the mark.
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

    private static func gap(_ wanted: Double, _ side: Int, _ density: Double) -> Int {
        let pixels = abs(wanted) >= 1 ? wanted * density : wanted * Double(side)
        return Int(min(1e6, max(0, pixels.rounded(.toNearestOrEven))))
    }

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

    private static func origins(
        _ x: Position, _ y: Position, on picture: PixelSize, mark: PixelSize
    ) -> [(x: Int, y: Int)] {
        func count(_ position: Position, _ side: Int, _ length: Int) -> Int {
            guard position == .repeat else { return 1 }
            // A copy that is cut off follows one that stands alone.
            return side < 2 * length ? (side + length - 1) / max(1, length) : side / max(1, length)
        }
        var (columns, rows) = (count(x, picture.width, mark.width), count(y, picture.height, mark.height))
        let isMany = x == .repeat && y == .repeat && columns * rows > maximumCopies
        if isMany { (columns, rows) = (min(fewCopies, columns), min(fewCopies, rows)) }
        let across = offsets(x, side: picture.width, length: mark.width, count: columns, isMany)
        let down = offsets(y, side: picture.height, length: mark.height, count: rows, isMany)
        return across.flatMap { x in down.map { y in (x, y) } }
    }

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
            // Along one side alone there are as many as fit; more than a picture has pixels cannot be.
            return (0..<min(count, side)).map { $0 * (length + gap) }
        }
    }
}

/// The place of a smaller rectangle in a larger one.
struct Gravity: Sendable, Equatable {
    /// The place without offsets.
    enum Anchor: Sendable, Equatable {
        /// Shares of the room that is left: 0 (left, top), 0.5 or 1 (right, bottom).
        case edges(x: Double, y: Double)
        /// A point around which it lies, in shares of the larger one.
        case point(x: Double, y: Double)
        /// The part with the most detail.
        case detail
    }

    static let center = Gravity(anchor: .edges(x: 0.5, y: 0.5))

    var anchor: Anchor
    /// The distance from the anchor's edge, inwards; from the middle, to the right. In pixels, below 1 in shares of the width.
    var x = 0.0
    /// The distance from the anchor's edge, inwards; from the middle, down. In pixels, below 1 in shares of the height.
    var y = 0.0

    /// The corner at the top left.
    ///
    /// - Parameters:
    ///   - inner: the size of the smaller rectangle.
    ///   - outer: the size of the larger one.
    ///   - density: pixels for each pixel of an offset.
    ///   - mayOverflow: whether it may lie partly outside.
    /// - Returns: the corner; that of the middle for the part with the most detail.
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

    /// The part of this size.
    func part(of inner: PixelSize, in outer: PixelSize, density: Double = 1) -> PixelRect {
        let origin = origin(of: inner, in: outer, density: density)
        return PixelRect(x: origin.x, y: origin.y, width: inner.width, height: inner.height)
    }
}
