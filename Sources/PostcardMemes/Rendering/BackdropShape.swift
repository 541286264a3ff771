import PostcardImaging

/// The rectangle behind a caption, as an outline in pixels.
struct BackdropShape {
    /// Half the width of the tail's base, in ems.
    private static let tailWidth = 0.35
    /// The number of chords per corner.
    private static let chords = 16

    private var corners: [SIMD2<Double>]

    init(_ backdrop: Caption.Backdrop, _ placement: CaptionPlacement) {
        let em = placement.layout.size
        let padding = backdrop.padding * em
        let box = Rectangle(
            low: (placement.text.low - padding).rounded(.down), high: (placement.text.high + padding).rounded(.up))
        let half = (box.high - box.low) / 2
        let radius = min(backdrop.cornerRadius * em, half.x, half.y)
        corners = box.outline(radius: radius, chords: Self.chords)
        if let tail = backdrop.tail {
            let foot = max(0, min(Self.tailWidth * em, half.x - radius, half.y - radius))
            addTail(to: placement.unturned(tail), box, radius: radius, foot: foot)
        }
        corners = corners.map(placement.turned)
    }

    /// Adds a tail to the side that the tip exceeds by the greatest distance, unless the tip is inside the rectangle.
    private mutating func addTail(to tail: SIMD2<Double>, _ box: Rectangle, radius: Double, foot: Double) {
        let beyond = (0..<4).map { ((tail - box.corners[$0]) * Rectangle.outward[$0]).sum() }
        guard let side = (0..<4).max(by: { beyond[$0] < beyond[$1] }), beyond[side] > 0 else { return }
        let start = box.corners[side]
        let way = box.corners[(side + 1) % 4] - start
        let along = ((tail - start) * way.direction).sum()
        let middle = start + way.direction * min(max(along, radius + foot), way.length - radius - foot)
        let across = way.direction * foot
        corners.insert(contentsOf: [middle - across, tail, middle + across], at: (side + 1) * (Self.chords + 1))
    }

    func mask(on canvas: PixelSize) -> Mask { Mask(polygon: corners, on: canvas) }
}
