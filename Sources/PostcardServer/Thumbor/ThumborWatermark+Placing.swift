internal import PostcardImaging

extension ThumborWatermark {
    /// Of more copies than this, thumbor shows as few as ``fewCopies`` along a side.
    private static let maximumCopies = 100
    private static let fewCopies = 6

    /// The size that the mark is brought to, or `nil` when it stays as it is.
    func resize(on picture: PixelSize, mark: PixelSize) -> Resize? {
        guard widthPercent != nil || heightPercent != nil else { return nil }
        // A side that is not limited is as long as the other one lets it be; this is more than any picture has.
        let boundless = 1_000_000
        let width = widthPercent.map { picture.width * $0 / 100 } ?? boundless
        let height = heightPercent.map { picture.height * $0 / 100 } ?? boundless
        return Resize(into: PixelSize(width: width, height: height), enlarges: true)
    }

    /// The top left corners of the copies of the mark.
    func origins(on picture: PixelSize, mark: PixelSize) -> [(x: Int, y: Int)] {
        func count(_ position: Position, _ side: Int, _ length: Int) -> Int {
            guard position == .repeat else { return 1 }
            // A copy that is cut off follows one that stands alone.
            return side < 2 * length ? (side + length - 1) / max(1, length) : side / max(1, length)
        }
        var (columns, rows) = (count(x, picture.width, mark.width), count(y, picture.height, mark.height))
        let isMany = x == .repeat && y == .repeat && columns * rows > Self.maximumCopies
        if isMany { (columns, rows) = (min(Self.fewCopies, columns), min(Self.fewCopies, rows)) }
        let across = offsets(x, side: picture.width, length: mark.width, count: columns, isMany)
        let down = offsets(y, side: picture.height, length: mark.height, count: rows, isMany)
        return across.flatMap { x in down.map { y in (x, y) } }
    }

    private func offsets(_ position: Position, side: Int, length: Int, count: Int, _ isMany: Bool) -> [Int] {
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
