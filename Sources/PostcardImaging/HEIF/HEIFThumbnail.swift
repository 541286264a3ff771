extension HEIFItems {
    /// Returns the smallest thumbnail that is at least as large as `wanted` and smaller than the picture, whose size is `whole`. `nil` if
    /// no thumbnail has the picture's aspect ratio, colors and rotation. Cameras and phones write thumbnails (ISO/IEC 23008-12, section
    /// 6.4.4).
    func thumbnail(wanted: PixelSize, whole: PixelSize) -> Int? {
        guard let turns = turns(of: primary) else { return nil }
        let all = items(referringTo: primary, as: "thmb").prefix(Self.maximumThumbnails)
            .filter { self.turns(of: $0) == turns }
        let fitting = all.compactMap { item -> (Int, area: Int)? in
            let colors = Set<[UInt8]>(colors(of: item))
            guard let stated = statedSize(of: item), stated.area > 0,
                colors.isEmpty || colors == Set<[UInt8]>(self.colors(of: primary))
            else { return nil }
            let size = transform(of: item, stated).size
            guard size.width >= wanted.width, size.height >= wanted.height, size.area < whole.area,
                Self.isAlike(size, whole)
            else { return nil }
            return (item, size.area)
        }
        return fitting.min { $0.area < $1.area }?.0
    }

    /// Returns the rotations and mirrorings of an item in order; `nil` for a cropped item, because a crop depends on the item's size.
    private func turns(of item: Int) -> [[UInt8]]? {
        var turns: [[UInt8]] = []
        for property in properties(of: item) {
            switch property.name {
            case "irot", "imir":
                turns.append(
                    Array(property.name.utf8) + [UInt8(boxes.reader.byte(at: property.content.lowerBound) ?? 0)])
            case "clap": return nil
            default: break
            }
        }
        return turns
    }

    /// The maximum number of thumbnails considered. Files have one thumbnail, rarely two.
    private static let maximumThumbnails = 16

    /// True if the aspect ratios differ by at most 1%, or one pixel.
    private static func isAlike(_ size: PixelSize, _ whole: PixelSize) -> Bool {
        let height = Double(whole.height) * Double(size.width) / Double(whole.width)
        return abs(height - Double(size.height)) <= max(1, 0.01 * height)
    }
}
