internal import PostcardImaging

extension ThumborWatermark {
    /// The most copies along one side, as thumbor has it.
    private static let repeatLimit = 6

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
        let across = offsets(x, side: picture.width, length: mark.width)
        let down = offsets(y, side: picture.height, length: mark.height)
        return across.flatMap { x in down.map { y in (x, y) } }
    }

    private func offsets(_ position: Position, side: Int, length: Int) -> [Int] {
        func from(_ distance: Int, _ fromEnd: Bool) -> Int { fromEnd ? side - length - distance : distance }
        switch position {
        case .center: return [(side - length) / 2]
        case .pixels(let distance, let fromEnd): return [from(distance, fromEnd)]
        case .percent(let share, let fromEnd):
            let distance = (Double(side) * Double(share) / 100 + 1e-5).rounded(.toNearestOrEven)
            return [from(Int(distance), fromEnd)]
        case .repeat:
            let count = min(Self.repeatLimit, max(1, side / max(1, length)))
            let gap = count > 1 ? max(0, side - count * length) / (count - 1) : 0
            return (0..<count).map { $0 * (length + gap) }
        }
    }
}
