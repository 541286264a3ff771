import PostcardImaging

/// The rectangle behind a caption, as an outline in pixels.
struct BackdropShape {
    /// Half the width of a tail's foot, in sizes.
    private static let tailWidth = 0.35

    private var corners: [SIMD2<Double>] = []

    /// `origin` is the position of the picture's top left corner on the canvas.
    init(
        _ backdrop: Caption.Backdrop, _ layout: TextLayout, _ placement: CaptionPlacement, on size: PixelSize,
        origin: SIMD2<Double>
    ) {
        let padding = backdrop.padding * layout.size
        let low = SIMD2(placement.text.x - padding, placement.text.y - padding).rounded(.down)
        let high = SIMD2(
            placement.text.x + placement.text.width + padding, placement.text.y + placement.text.height + padding
        ).rounded(.up)
        let radius = min(backdrop.cornerRadius * layout.size, (high.x - low.x) / 2, (high.y - low.y) / 2)
        let tail = backdrop.tail.map {
            placement.unturned(origin + SIMD2($0.x * Double(size.width), $0.y * Double(size.height)))
        }
        let foot = min(Self.tailWidth * layout.size, ((high.x - low.x) / 2 - radius), ((high.y - low.y) / 2 - radius))
        addSides(low, high, radius: radius, tail: tail, foot: max(0, foot))
        corners = corners.map(placement.turned)
    }

    /// Clockwise from the top left corner; the tail leaves the side that it is furthest beyond.
    private mutating func addSides(
        _ low: SIMD2<Double>, _ high: SIMD2<Double>, radius: Double, tail: SIMD2<Double>?, foot: Double
    ) {
        let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        let outward = [SIMD2(0.0, -1), SIMD2(1.0, 0), SIMD2(0.0, 1), SIMD2(-1.0, 0)]
        var tailSide: Int?
        if let tail {
            let beyond = (0..<4).map { ((tail - corners[$0]) * outward[$0]).sum() }
            tailSide = (0..<4).max { beyond[$0] < beyond[$1] }.flatMap { beyond[$0] > 0 ? $0 : nil }
        }
        for side in 0..<4 {
            let start = corners[side]
            let way = corners[(side + 1) % 4] - start
            let length = (way * way).sum().squareRoot()
            let direction = way / length
            addCorner(start, from: outward[(side + 3) % 4], to: outward[side], radius: radius)
            guard side == tailSide, let tail else { continue }
            let along = ((tail - start) * direction).sum()
            let middle = start + direction * min(max(along, radius + foot), length - radius - foot)
            self.corners += [middle - direction * foot, tail, middle + direction * foot]
        }
    }

    /// A quarter circle of 16 chords.
    private mutating func addCorner(_ corner: SIMD2<Double>, from: SIMD2<Double>, to: SIMD2<Double>, radius: Double) {
        let center = corner - (from + to) * radius
        guard radius > 0 else {
            corners.append(corner)
            return
        }
        for step in 0...16 {
            let turn = Rotation(degrees: Double(step) * 90 / 16)
            corners.append(center + (from * turn.cosine + to * turn.sine) * radius)
        }
    }

    func mask(on canvas: PixelSize) -> Mask { Mask(polygon: corners, on: canvas) }
}
