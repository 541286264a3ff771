import PostcardImaging

/// Captions with the same box, which stand in it one below the other instead of on each other.
struct StackedCaptions {
    /// The gap between two captions, in parts of the room that each has.
    private static let gap = 0.12
    /// The maximum of captions in a box; more would be too small to be read, and are drawn as they are.
    private static let maximumCount = 12
    /// The minimum height of a caption, in fractions of the picture.
    private static let minimumHeight = 0.02

    /// The captions in their order; those that share a box have their own part of it and their layouts.
    private(set) var captions: [(Caption, TextLayout?)]

    private struct Place: Hashable {
        let box: UnitBox
        let alignment: Caption.VerticalAlignment
    }

    /// `size` is that of the picture. Turned captions stay as they are.
    init(_ captions: [Caption], on size: PixelSize, fonts: FontLibrary) throws {
        self.captions = captions.map { ($0, nil) }
        let upright = captions.indices.filter { captions[$0].angle == 0 && !Caption.isBlank(captions[$0].text) }
        let groups = Dictionary(grouping: upright) {
            Place(box: captions[$0].box, alignment: captions[$0].verticalAlignment)
        }
        for (place, group) in groups where 2...Self.maximumCount ~= group.count {
            guard place.box.height >= Self.minimumHeight * Double(group.count) else { continue }
            try stack(group, on: size, fonts)
        }
    }

    /// Each caption gets an equal part of the box, as far as it needs that.
    private mutating func stack(_ group: [Int], on size: PixelSize, _ fonts: FontLibrary) throws {
        let whole = captions[group[0]].0.box
        let (top, room) = (whole.y * Double(size.height), whole.height * Double(size.height))
        var heights: [Double] = []
        for index in group {
            try ImageWork.checkpoint()
            captions[index].0.box.height = whole.height / Double(group.count) * (1 - Self.gap)
            let layout = try CaptionRenderer(captions[index].0, on: size, fonts: fonts).layout()
            captions[index].1 = layout
            heights.append(CaptionPlacement.outerSize(of: layout, captions[index].0).y)
        }
        let gap = Self.gap * room / Double(group.count)
        let total = heights.reduce(0, +) + gap * Double(group.count - 1)
        var y = top + (room - total) * captions[group[0]].0.verticalAlignment.share
        for (index, height) in zip(group, heights) {
            captions[index].0.box = UnitBox(
                x: whole.x, y: y / Double(size.height), width: whole.width, height: height / Double(size.height))
            y += height + gap
        }
    }
}
