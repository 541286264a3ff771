import PostcardImaging

/// Finds positions for captions where they cover little detail of the base image.
///
/// Each caption is laid out in its own box and in narrower and shorter boxes. Each layout is tried at many heights, and narrow layouts are
/// tried on both sides. The cost of a position is the fraction of all detail that the caption covers. Likely faces, smaller text, a greater
/// distance from the caption's own position, and a move to the other half of the picture add a little to the cost. The cheapest positions
/// that keep the order of the captions from top to bottom are chosen. Speech bubbles are placed before all other captions. Captions that
/// stay at their edge get their size before any caption moves.
struct CaptionPlaces {
    /// The widths of boxes, as fractions of the width of the caption's own box.
    private static let widths = [1, 0.64, 0.45]
    /// The text sizes, as fractions of the size in the caption's own box.
    private static let sizes = [1, 0.8, 0.65]
    /// The minimum text size, as a fraction of the size in the caption's own box: less than all `sizes`, because sizes are rounded down.
    private static let minimumSize = 0.6
    /// The maximum height of a narrow box, as a fraction of the picture's height.
    private static let maximumHeight = 0.6
    /// The fraction of the picture's width below which text is narrow enough for one side.
    private static let sideWidth = 0.7
    /// The number of heights at which each layout is tried.
    private static let steps = 24
    /// The gap between two captions, as a fraction of the picture's height.
    private static let gap = 0.02
    /// The costs of covering a likely face, shrinking text to nothing, moving from one edge to the other, leaving the upper or lower half,
    /// and covering another caption. Covering all detail costs 1.
    private static let (faceCost, smallness, way, crossing, collision) = (0.3, 0.15, 0.05, 0.03, 10.0)
    /// The maximum number of captions that are moved; more captions would cover the picture.
    private static let maximumCount = 12

    let size: PixelSize
    let detail: DetailGrid
    let faces: LikelyFaces
    let fonts: FontLibrary

    private struct Candidate {
        var caption: Caption
        /// The part of the picture that the text covers, as fractions of the picture's sides.
        var box: Rectangle
        var cost = 0.0
        /// The best position of the previous caption that is above this position.
        var before: Int?
        /// The cost of this position and of the best positions of all previous captions.
        var total = Double.infinity
    }

    /// Returns the captions at the positions found. These captions no longer avoid anything.
    func captions(_ captions: [Caption]) throws -> [Caption] {
        let captions = try captions.withRoomForLoneText(on: size, fonts: fonts)
        var result = captions
        for index in result.indices { result[index].avoidance = nil }
        let free = captions.indices.filter { captions[$0].avoidsDetail && !Caption.isBlank(captions[$0].text) }
        guard free.count <= Self.maximumCount else { return result }
        let bubbles = free.filter { captions[$0].bubble != nil }
        if !bubbles.isEmpty {
            let fixed = try Set<Int>(captions.indices).subtracting(bubbles).sorted().map { try box(of: captions[$0]) }
            try BubblePlaces(size: size, detail: detail, faces: faces, fonts: fonts)
                .place(bubbles, of: &result, avoiding: fixed)
        }
        let plain = free.filter { captions[$0].bubble == nil && captions[$0].angle == 0 }
        let staying = plain.filter { captions[$0].avoidance == .subject && !sharesBox($0, in: captions) }
        let sizes = CaptionSizes(size: size, detail: detail, faces: faces, fonts: fonts)
        for (index, fitted) in zip(staying, try sizes.fitted(staying.map { result[$0] })) { result[index] = fitted }
        let moving = plain.filter { captions[$0].avoidance == .detail }
        let fixed = try Set<Int>(captions.indices).subtracting(moving).sorted().map { try box(of: result[$0]) }
        func height(_ index: Int) -> Double {
            captions[index].box.y + captions[index].box.height * captions[index].verticalAlignment.share
        }
        let order = moving.sorted { (height($0), $0) < (height($1), $1) }
        var places: [[Candidate]] = []
        for index in order {
            try ImageWork.checkpoint()
            places.append(following(try self.places(of: result[index], avoiding: fixed), after: places.last))
        }
        var best = places.last.flatMap { last in last.indices.min { last[$0].total < last[$1].total } }
        guard let end = best, places[places.count - 1][end].total < .infinity else { return result }
        for (index, found) in zip(order, places).reversed() {
            guard let chosen = best else { break }
            result[index] = found[chosen].caption
            best = found[chosen].before
        }
        return result
    }

    /// True if another caption has the same box, so that each caption gets only a part of the box.
    private func sharesBox(_ index: Int, in captions: [Caption]) -> Bool {
        captions.indices.contains {
            $0 != index && captions[$0].box == captions[index].box && !Caption.isBlank(captions[$0].text)
        }
    }

    /// Returns the positions, each with the best position of the previous caption that ends above this position.
    private func following(_ places: [Candidate], after before: [Candidate]?) -> [Candidate] {
        var places = places
        guard let before else {
            for index in places.indices { places[index].total = places[index].cost }
            return places
        }
        let ends = before.indices.sorted { before[$0].box.high.y < before[$1].box.high.y }
        let starts = places.indices.sorted { places[$0].box.low.y < places[$1].box.low.y }
        var (next, best) = (0, nil as Int?)
        for index in starts {
            while next < ends.count, before[ends[next]].box.high.y + Self.gap <= places[index].box.low.y {
                if before[ends[next]].total < best.map({ before[$0].total }) ?? .infinity { best = ends[next] }
                next += 1
            }
            guard let best else { continue }
            places[index].before = best
            places[index].total = places[index].cost + before[best].total
        }
        return places
    }

    private func places(of caption: Caption, avoiding fixed: [Rectangle]) throws -> [Candidate] {
        let typesetter = try TextTypesetter(caption, fonts: fonts)
        let whole = try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: typesetter)
        guard !whole.lines.isEmpty else { return [] }
        let home = box(of: whole, caption)
        let own = Rectangle(caption.box, on: .one)
        let margin = SIMD2(
            max(0, min(home.low.x, 1 - home.high.x, own.low.x, 1 - own.high.x)), max(0, min(own.low.y, 1 - own.high.y)))
        var places: [Candidate] = []
        var extents: Set<SIMD2<Double>> = []
        func add(_ caption: Caption, _ layout: TextLayout, _ found: Rectangle, at corner: SIMD2<Double>) {
            let box = found.moved(by: corner - found.low)
            let way = box.middle - home.middle
            var place = Candidate(caption: caption, box: box)
            place.caption.box.x += corner.x - found.low.x
            place.caption.box.y += corner.y - found.low.y
            place.cost = detail.share(from: box.low, to: box.high) + Self.way * (abs(way.x) + abs(way.y))
            place.cost += Self.faceCost * faces.covered(from: box.low, to: box.high)
            place.cost += Self.smallness * max(0, 1 - layout.size / whole.size)
            if (box.middle.y - 0.5) * (home.middle.y - 0.5) < 0 { place.cost += Self.crossing }
            if fixed.contains(where: box.overlaps) { place.cost += Self.collision }
            places.append(place)
        }
        add(caption, whole, home, at: home.low)
        for (width, share) in Self.widths.flatMap({ width in Self.sizes.map { (width, $0) } }) {
            var other = caption
            var layout = whole
            if (width, share) != (1, 1) {
                other.box.width *= width
                if width < 1 { other.box.height = min(Self.maximumHeight, caption.box.height / width) }
                other.maximumSize = .pixels(whole.size * share)
                layout = try CaptionRenderer(other, on: size, fonts: fonts).layout(by: typesetter)
            }
            let found = box(of: layout, other)
            let extent = CaptionPlacement.outerSize(of: layout, other) / size.vector
            guard layout.size >= whole.size * Self.minimumSize, layout.unfitted == whole.unfitted,
                extents.insert(extent).inserted
            else { continue }
            let last = 1 - margin - extent
            guard all(last .>= margin) else { continue }
            var lefts = [found.low.x + (caption.box.width - other.box.width) * caption.alignment.share]
            if extent.x < Self.sideWidth { lefts += [margin.x, last.x] }
            for left in lefts {
                for step in 0...Self.steps {
                    let top = margin.y + (last.y - margin.y) * Double(step) / Double(Self.steps)
                    add(other, layout, found, at: SIMD2(min(last.x, max(margin.x, left)), top))
                }
            }
        }
        return places
    }

    /// Returns the part of the picture that a caption covers, as fractions of the picture's sides.
    private func box(of caption: Caption) throws -> Rectangle {
        box(of: try caption.layout(on: size, fonts: fonts), caption)
    }

    private func box(of layout: TextLayout, _ caption: Caption) -> Rectangle {
        CaptionPlacement.share(of: layout, caption, on: size)
    }
}
