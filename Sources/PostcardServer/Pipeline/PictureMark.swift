import PostcardImaging

/// A watermark: a picture drawn on another picture.
struct PictureMark: Sendable, Equatable {
    /// The position of a watermark along one axis.
    enum Position: Sendable, Equatable {
        case center
        case `repeat`
        /// The distance in pixels from the left or top edge, or from the opposite edge.
        case pixels(Int, fromEnd: Bool)
        /// The distance as a percentage of the picture's side.
        case percent(Int, fromEnd: Bool)
    }

    /// The positions of a watermark's copies.
    enum Placing: Sendable, Equatable {
        /// A position for each axis, as in thumbor.
        case axes(x: Position, y: Position)
        /// One copy. The offsets are multiplied by the density, and the copy can overlap the picture's edge.
        case at(Gravity)
        /// Copies all over the picture, with one in the center. The gaps between copies are in pixels or, if below 1, fractions of the
        /// picture's side.
        case tiled(x: Double, y: Double)
    }

    /// The size of a watermark, as fractions of the picture's sides. If both fractions are `nil`, the watermark keeps its own size.
    struct Scaling: Sendable, Equatable {
        /// The maximum width as a fraction of the picture's width; `nil` for no limit.
        var width: Double?
        /// The maximum height as a fraction of the picture's height; `nil` for no limit.
        var height: Double?
        /// True to round the maximum sides to the nearest pixel, false to round them down.
        var rounds = false
    }

    /// The name of the watermark's picture, as in requests.
    var image: String
    var placing: Placing
    /// The opacity, 0 (invisible) to 1.
    var opacity: Double
    var scaling = Scaling()

    /// The maximum number of copies repeated along both axes, and the maximum along each axis if the first limit would be exceeded. The
    /// values are thumbor's.
    private static let (maximumCopies, fewCopies) = (100, 6)
    /// The gap in pixels if fewer than two whole copies fit along an axis and the second copy is therefore cut off. The value is thumbor's.
    private static let cutGap = 10
    /// The maximum number of tiled copies. If there would be more, gaps are widened, because such small copies are invisible anyway.
    private static let maximumTiles = 10_000
    /// A length in pixels larger than any picture's side, for unlimited sides and the largest gaps.
    private static let unlimited = 1_000_000

    /// Returns the scaling of the watermark on a picture; `nil` if it keeps its size.
    func resize(on picture: PixelSize) -> Resize? {
        guard scaling.width != nil || scaling.height != nil else { return nil }
        func side(_ share: Double?, _ length: Int) -> Int {
            guard let share else { return Self.unlimited }
            let pixels = Double(length) * share
            // Because of rounding errors, the product can be just below an integer. Without this correction, 29% of 100 would be 28.
            let error = 1e-9
            return Int(min(Double(Self.unlimited), scaling.rounds ? pixels.rounded(.toNearestOrEven) : pixels + error))
        }
        return Resize(
            into: PixelSize(width: side(scaling.width, picture.width), height: side(scaling.height, picture.height)),
            enlarges: true)
    }

    /// Returns the top-left corners of the copies.
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
        return Int(min(Double(unlimited), max(0, pixels.rounded(.toNearestOrEven))))
    }

    /// Returns the corners of tiled copies, from the center to all edges.
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
            // If only one whole copy fits, a partial copy follows it.
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
            // thumbor also adds this amount, to round halves up.
            let distance = (Double(side) * Double(share) / 100 + 1e-5).rounded(.toNearestOrEven)
            return [from(Int(distance), fromEnd)]
        case .repeat:
            let rest = side < 2 * length && !isMany ? cutGap : max(0, side - count * length)
            let gap = rest / (max(count, 2) - 1)
            // There are at most as many copies as pixels along the side.
            return (0..<min(count, side)).map { $0 * (length + gap) }
        }
    }
}
