import PostcardImaging

/// Finds positions for speech bubbles near the points that their tails point at.
///
/// All bubbles have the same text size, as in comics. Each bubble is laid out at several widths and tried all over the picture. The cost of
/// a position increases with the amount of detail and the area of a possible face that the bubble covers, and with the length of the tail.
/// The cost is also higher if the tail comes from straight above, where a speaker's eyes are. A pair of positions costs more if one bubble
/// covers the other bubble or its tail, or if the bubbles are not read in the order of the captions.
struct BubblePlaces {
    /// The widths of boxes, as fractions of the picture's mean side.
    private static let widths = [0.64, 0.46, 0.34, 0.26]
    /// The maximum height of a box, as a fraction of the picture's height.
    private static let maximumHeight = 0.5
    /// The text sizes to try if bubbles would cover each other, as fractions of the usual size.
    private static let sizes = [1, 0.85, 0.7]
    /// The minimum text size for all bubbles, as a fraction of the largest size that any bubble allows.
    private static let minimumSize = 0.6
    /// The distances from the picture's edges and between bubbles, as fractions of the mean side.
    private static let (margin, gap) = (0.025, 0.02)
    /// The number of positions along each side of the picture at which a layout is tried.
    private static let steps = 20
    /// The range of good tail lengths, in bubble heights, and the range to which bubble heights are clamped, as fractions of the mean side.
    private static let (reach, heights) = (0.5...1.0, 0.12...0.24)
    /// The dimensions of a possible face around a tail's target, usually a mouth: the distance up to the middle of the face, and half the
    /// face's width and height, as fractions of the mean side.
    private static let (faceRise, face) = (0.04, SIMD2(0.11, 0.15))
    /// The cost of covering a bubble, a tail or a target, and the cost of a wrong reading order.
    private static let (collision, disorder) = (3.0, 1.5)
    /// The costs of covering all detail, the whole face around a target, and a likely face elsewhere.
    private static let (detailCost, faceCost, likelyFaceCost) = (2.0, 1.2, 2.5)
    /// The maximum number of positions for one bubble, and the maximum number of position sets for all preceding bubbles.
    private static let (maximumPlaces, maximumSets) = (600, 512)

    let size: PixelSize
    let detail: DetailGrid
    let faces: LikelyFaces
    let fonts: FontLibrary

    private var picture: SIMD2<Double> { size.vector }
    private var unit: Double { TextSize.fraction(1).pixels(on: size) }

    private struct Candidate {
        var caption: Caption
        var bubble: Rectangle
        /// The line from the edge of the bubble to the tail's target.
        var tail: Segment
        var cost = 0.0
    }

    /// A bubble to place, with its caption, typesetter, and layout at its own size.
    private struct Bubble {
        var caption: Caption
        var typesetter: TextTypesetter
        var whole: TextLayout
        var point: SIMD2<Double>
    }

    /// Moves the captions with these `numbers` to the positions found for their bubbles. `fixed` contains the boxes of other captions, as
    /// fractions of the picture.
    func place(_ numbers: [Int], of captions: inout [Caption], avoiding fixed: [Rectangle]) throws {
        var bubbles: [(number: Int, bubble: Bubble)] = []
        for number in numbers {
            try ImageWork.checkpoint()
            if let bubble = try bubble(of: captions[number]) { bubbles.append((number, bubble)) }
        }
        let shares = bubbles.map { $0.bubble.whole.size / $0.bubble.caption.maximumSize.pixels(on: size) }
        guard let low = shares.min(), let high = shares.max() else { return }
        let share = max(low, high * Self.minimumSize)
        let others = fixed.map { Rectangle(low: $0.low * picture, high: $0.high * picture) }
        var best: (captions: [Caption], cost: Double)?
        for size in Self.sizes {
            try ImageWork.checkpoint()
            let found = try bubbles.map { try places(of: $0.bubble, share * size, bubbles.map(\.bubble.point), others) }
            let chosen = cheapest(of: found)
            let cost = chosen.cost + Double(found.count) * (1 - size)
            if best.map({ cost < $0.cost }) ?? true { best = (chosen.captions, cost) }
            if chosen.cost < Self.collision { break }
        }
        for (bubble, caption) in zip(bubbles, best?.captions ?? []) { captions[bubble.number] = caption }
    }

    private func bubble(of caption: Caption) throws -> Bubble? {
        guard let point = caption.bubble else { return nil }
        var caption = caption
        caption.box = box(width: Self.widths[0])
        caption.verticalAlignment = .middle
        let typesetter = try TextTypesetter(caption, fonts: fonts)
        let whole = try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: typesetter)
        guard !whole.lines.isEmpty else { return nil }
        let place = point.vector.clamped(lowerBound: .zero, upperBound: .one) * picture
        return Bubble(caption: caption, typesetter: typesetter, whole: whole, point: place)
    }

    /// Returns a box in the middle of the picture. `width` is a fraction of the mean side.
    private func box(width: Double) -> UnitBox {
        let width = min(width * unit / picture.x, 1 - 2 * Self.margin * unit / picture.x)
        let height = Self.maximumHeight
        return UnitBox(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }

    // MARK: One bubble

    /// Returns the cheapest positions for a bubble. `share` is the text size, as a fraction of the bubble's largest text size.
    private func places(
        of bubble: Bubble, _ share: Double, _ points: [SIMD2<Double>], _ fixed: [Rectangle]
    ) throws -> [Candidate] {
        let wanted = bubble.caption.maximumSize.pixels(on: size) * share
        var places: [Candidate] = []
        var extents: Set<SIMD2<Double>> = []
        for width in Self.widths {
            var caption = bubble.caption
            caption.box = box(width: width)
            caption.maximumSize = .pixels(wanted)
            let layout = try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: bubble.typesetter)
            let outer = CaptionPlacement.outerSize(of: layout, caption)
            // A narrower bubble does not justify smaller text.
            let isGood =
                layout.size >= 0.97 * min(wanted, bubble.whole.size) && layout.unfitted == bubble.whole.unfitted
            guard places.isEmpty || isGood, extents.insert(outer).inserted else { continue }
            let room = RotatedTextArea(caption, on: size, origin: .zero, staysInBox: false)
            let half = room.extent(of: outer) / 2
            let edge = pointwiseMin(half + Self.margin * unit, picture / 2)
            // The vector from the middle of the box to the middle of its text.
            let lean = room.rotation.apply(
                SIMD2((caption.box.width * picture.x - outer.x) * (caption.alignment.share - 0.5), 0))
            caption.maximumSize = .pixels(layout.size)
            for x in 0...Self.steps {
                for y in 0...Self.steps {
                    let way = SIMD2(Double(x), Double(y)) / Double(Self.steps)
                    let middle = edge + (picture - 2 * edge) * way
                    let rectangle = Rectangle(low: middle - half, high: middle + half)
                    let corner = (middle - lean) / picture
                    caption.box.x = corner.x - caption.box.width / 2
                    caption.box.y = corner.y - caption.box.height / 2
                    let root = rectangle.edge(nearest: bubble.point, radius: BubbleShape.cornerRadius * layout.size)
                    var place = Candidate(
                        caption: caption, bubble: rectangle, tail: Segment(start: root, end: bubble.point))
                    place.cost = cost(of: place, points, fixed)
                    places.append(place)
                }
            }
        }
        places.sort { $0.cost < $1.cost }
        return Array(places.prefix(Self.maximumPlaces))
    }

    private func cost(of place: Candidate, _ points: [SIMD2<Double>], _ fixed: [Rectangle]) -> Double {
        let (bubble, tail) = (place.bubble, place.tail)
        let extent = bubble.high - bubble.low
        // A bubble twice as wide as it is tall looks best.
        let shape = extent.x / extent.y / 2
        var cost = 0.12 * (max(shape, 1 / shape) - 1)
        cost += Self.detailCost * detail.share(from: bubble.low / picture, to: bubble.high / picture)
        cost +=
            Self.likelyFaceCost
            * faces.covered(from: bubble.low / picture, to: bubble.high / picture, isWhole: true)
        for share in [0.25, 0.5, 0.75] {
            let point = (tail.start + (tail.end - tail.start) * share) / picture
            cost += 0.5 * Self.likelyFaceCost * faces.likelihood(at: point, besides: tail.end / picture)
        }
        let height = extent.y.clamped(to: Self.heights.lowerBound * unit...Self.heights.upperBound * unit)
        let distance = tail.length
        let reach = distance / height
        if bubble.contains(tail.end) { cost += Self.collision }
        cost += 2 * max(0, Self.reach.lowerBound - reach)
        cost += 0.4 * max(0, reach - Self.reach.upperBound) + max(0, reach - 1.5 * Self.reach.upperBound)
        if distance > 0 {
            // Positive if the tail points down: a tail from straight above would cover the eyes.
            let rise = (tail.end.y - tail.start.y) / distance
            cost += 2 * max(0, rise - 0.75) + 0.3 * max(0, -rise)
        }
        for point in points {
            let middle = SIMD2(point.x, point.y - Self.faceRise * unit)
            let way = (middle.clamped(lowerBound: bubble.low, upperBound: bubble.high) - middle) / (Self.face * unit)
            cost += Self.faceCost * max(0, 1 - way.length)
            guard point != tail.end else { continue }
            if bubble.grown(by: Self.gap * unit).contains(point) { cost += Self.collision }
            if tail.distance(to: middle) < 0.7 * Self.face.x * unit { cost += Self.collision / 2 }
        }
        for box in fixed {
            if bubble.overlaps(box.grown(by: Self.gap * unit)) { cost += Self.collision }
            if tail.crosses(box) { cost += Self.collision / 2 }
        }
        return cost
    }

    // MARK: All bubbles

    /// Returns a position for each bubble, and the total cost.
    private func cheapest(of places: [[Candidate]]) -> (captions: [Caption], cost: Double) {
        let limitOfSets = max(32, Self.maximumSets / max(1, places.count))
        var sets: [(chosen: [Int], cost: Double)] = [([], 0)]
        for found in places {
            var next: [(chosen: [Int], cost: Double)] = []
            var limit = Double.infinity
            for set in sets {
                for (index, place) in found.enumerated() {
                    var cost = set.cost + place.cost
                    // The remaining positions cost even more.
                    if cost >= limit { break }
                    for (other, chosen) in set.chosen.enumerated() where cost < limit {
                        cost += self.cost(of: places[other][chosen], before: place)
                    }
                    guard cost < limit else { continue }
                    next.append((set.chosen + [index], cost))
                    guard next.count >= 4 * limitOfSets else { continue }
                    next.sort { $0.cost < $1.cost }
                    next.removeLast(next.count - limitOfSets)
                    limit = next[limitOfSets - 1].cost
                }
            }
            sets = Array(next.sorted { $0.cost < $1.cost }.prefix(limitOfSets))
            if sets.isEmpty { return ([], .infinity) }
        }
        return (zip(places, sets[0].chosen).map { $0[$1].caption }, sets[0].cost)
    }

    /// Returns the additional cost of a pair of bubbles if the first bubble is read before the second.
    private func cost(of place: Candidate, before other: Candidate) -> Double {
        let (first, second) = (place.bubble, other.bubble)
        var cost = 0.0
        if first.grown(by: Self.gap * unit).overlaps(second) { cost += Self.collision * (1 + first.overlap(second)) }
        if place.tail.crosses(second.grown(by: Self.gap / 2 * unit)) { cost += Self.collision }
        if other.tail.crosses(first.grown(by: Self.gap / 2 * unit)) { cost += Self.collision }
        if place.tail.crosses(other.tail) { cost += Self.collision }
        let height = min(first.high.y - first.low.y, second.high.y - second.low.y)
        guard min(first.high.y, second.high.y) - max(first.low.y, second.low.y) > 0.35 * height else {
            return first.low.y < second.low.y ? cost : cost + Self.disorder
        }
        // Bubbles that are side by side must be in reading order, and the first bubble must not be lower than the second.
        let isFromRight = place.caption.isVertical || BidiLevels.isRightToLeft(place.caption.text)
        let isInOrder = (first.low.x < second.low.x) != isFromRight
        return cost + (isInOrder ? 0 : Self.disorder) + 0.5 * max(0, first.low.y - second.low.y) / height
    }
}
