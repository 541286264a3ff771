import PostcardImaging

/// Finds places for captions where they cover little detail of the base image.
///
/// Each caption is laid out in its own box and in narrower and lower ones. Each layout is tried at many heights, and at both sides where it is
/// narrow. A place costs the part of all detail that it covers, and a little for letters that are smaller, for the way from the place that
/// the caption would have, and for the other half of the picture. The cheapest places that keep the order of the captions from top to bottom are taken. Speech bubbles are placed
/// before all others.
struct CaptionPlaces {
    /// Widths of boxes in parts of the caption's own.
    private static let widths = [1, 0.64, 0.45]
    /// Sizes of letters in parts of that in the caption's own box.
    private static let sizes = [1, 0.8, 0.65]
    /// The least size in the same parts; those above are rounded down.
    private static let leastSize = 0.6
    /// The greatest height of a narrow box, in parts of the picture's height.
    private static let greatestHeight = 0.6
    /// The part of the picture's width up to which text is narrow enough to stand at a side.
    private static let sideWidth = 0.7
    /// Heights that each layout is tried at.
    private static let steps = 24
    /// Between two captions, in parts of the picture's height.
    private static let gap = 0.02
    /// The cost of letters of no size, of the way from one edge to the other, of leaving the upper or lower half, and of covering another
    /// caption, in parts of all detail.
    private static let (smallness, way, crossing, collision) = (0.15, 0.05, 0.03, 10.0)
    /// Captions that are moved; more would be everywhere.
    private static let maximumCount = 12

    let size: PixelSize
    let detail: DetailGrid
    let fonts: FontLibrary

    private struct Place {
        var caption: Caption
        /// The part of the picture that its text covers.
        var box: UnitBox
        var cost: Double
        /// Of the places of the caption before it, the best one above this one.
        var before: Int?
        /// The cost of it and of the best places of all captions before it.
        var total = Double.infinity
    }

    /// The captions with the places that were found, none of which avoids anything any more.
    func captions(_ captions: [Caption]) throws -> [Caption] {
        var result = captions
        for index in result.indices { result[index].avoidance = nil }
        let free = captions.indices.filter { captions[$0].avoidance != nil && !Caption.isBlank(captions[$0].text) }
        guard free.count <= Self.maximumCount else { return result }
        let bubbles = free.filter { captions[$0].bubble != nil }
        if !bubbles.isEmpty {
            let fixed = try Set(captions.indices).subtracting(bubbles).sorted().map { try box(of: captions[$0]) }
            try BubblePlaces(size: size, detail: detail, fonts: fonts).place(bubbles, of: &result, besides: fixed)
        }
        let moving = free.filter { captions[$0].bubble == nil && captions[$0].angle == 0 }
        let fixed = try Set(captions.indices).subtracting(moving).sorted().map { try box(of: result[$0]) }
        func height(_ index: Int) -> Double {
            captions[index].box.y + captions[index].box.height * captions[index].verticalAlignment.share
        }
        let order = moving.sorted { (height($0), $0) < (height($1), $1) }
        var places: [[Place]] = []
        for index in order {
            try ImageWork.checkpoint()
            places.append(following(try self.places(of: result[index], besides: fixed), after: places.last))
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

    /// The places with the best ones of the caption before, all of which end above them.
    private func following(_ places: [Place], after before: [Place]?) -> [Place] {
        var places = places
        guard let before else {
            for index in places.indices { places[index].total = places[index].cost }
            return places
        }
        let ends = before.indices.sorted { before[$0].box.bottom < before[$1].box.bottom }
        let starts = places.indices.sorted { places[$0].box.y < places[$1].box.y }
        var (next, best) = (0, nil as Int?)
        for index in starts {
            while next < ends.count, before[ends[next]].box.bottom + Self.gap <= places[index].box.y {
                if before[ends[next]].total < best.map({ before[$0].total }) ?? .infinity { best = ends[next] }
                next += 1
            }
            guard let best else { continue }
            places[index].before = best
            places[index].total = places[index].cost + before[best].total
        }
        return places
    }

    private func places(of caption: Caption, besides fixed: [UnitBox]) throws -> [Place] {
        let typesetter = try CaptionRenderer(caption, on: size, fonts: fonts).typesetter()
        let whole = try CaptionRenderer(caption, on: size, fonts: fonts).layout(by: typesetter)
        guard !whole.lines.isEmpty else { return [] }
        let home = box(of: whole, caption)
        let margin = (
            x: max(0, min(home.x, 1 - home.x - home.width, caption.box.x, 1 - caption.box.x - caption.box.width)),
            y: max(0, min(caption.box.y, 1 - caption.box.y - caption.box.height))
        )
        var places: [Place] = []
        var extents: Set<SIMD2<Double>> = []
        func add(_ caption: Caption, _ layout: TextLayout, _ found: UnitBox, x: Double, y: Double) {
            var moved = Place(caption: caption, box: found, cost: 0)
            moved.caption.box.x += x - found.x
            moved.caption.box.y += y - found.y
            (moved.box.x, moved.box.y) = (x, y)
            moved.cost =
                detail.share(left: x, top: y, right: x + found.width, bottom: y + found.height)
                + Self.smallness * max(0, 1 - layout.size / whole.size)
                + Self.way * abs(x + found.width / 2 - home.x - home.width / 2)
                + Self.way * abs(y + found.height / 2 - home.y - home.height / 2)
                + ((moved.box.middle - 0.5) * (home.middle - 0.5) < 0 ? Self.crossing : 0)
                + (fixed.contains { $0.overlaps(moved.box) } ? Self.collision : 0)
            places.append(moved)
        }
        add(caption, whole, home, x: home.x, y: home.y)
        for width in Self.widths {
            for share in Self.sizes {
                var other = caption
                var layout = whole
                if (width, share) != (1, 1) {
                    other.box.width *= width
                    if width < 1 { other.box.height = min(Self.greatestHeight, caption.box.height / width) }
                    other.maximumSize = .pixels(whole.size * share)
                    layout = try CaptionRenderer(other, on: size, fonts: fonts).layout(by: typesetter)
                }
                let found = box(of: layout, other)
                guard layout.size >= whole.size * Self.leastSize, layout.unfitted == whole.unfitted,
                    extents.insert(SIMD2(found.width, found.height)).inserted
                else { continue }
                let room = (x: 1 - margin.x - found.width, y: 1 - margin.y - found.height)
                guard room.x >= margin.x, room.y >= margin.y else { continue }
                var lefts = [found.x + (caption.box.width - other.box.width) * caption.alignment.share]
                if found.width < Self.sideWidth { lefts += [margin.x, room.x] }
                for left in lefts {
                    for step in 0...Self.steps {
                        let top = margin.y + (room.y - margin.y) * Double(step) / Double(Self.steps)
                        add(other, layout, found, x: min(room.x, max(margin.x, left)), y: top)
                    }
                }
            }
        }
        return places
    }

    /// The part of the picture that a caption covers.
    private func box(of caption: Caption) throws -> UnitBox {
        box(of: try CaptionRenderer(caption, on: size, fonts: fonts).layout(), caption)
    }

    private func box(of layout: TextLayout, _ caption: Caption) -> UnitBox {
        let outer = CaptionPlacement.outerSize(of: layout, caption)
        let (width, height) = (outer.x / Double(size.width), outer.y / Double(size.height))
        let box = caption.box
        return UnitBox(
            x: box.x + (box.width - width) * caption.alignment.share,
            y: box.y + (box.height - height) * caption.verticalAlignment.share, width: width, height: height)
    }
}

extension Caption.HorizontalAlignment {
    /// The part of the free width that is on the left.
    var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension Caption.VerticalAlignment {
    /// The part of the free height that is above.
    fileprivate var share: Double {
        switch self {
        case .top: 0
        case .middle: 0.5
        case .bottom: 1
        }
    }
}

extension UnitBox {
    fileprivate var bottom: Double { y + height }
    fileprivate var middle: Double { y + height / 2 }

    fileprivate func overlaps(_ other: UnitBox) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.bottom && other.y < bottom
    }
}
