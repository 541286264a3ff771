extension HEIFItems {
    /// The smallest thumbnail of the picture that is at least as large as `wanted`, and less than the picture, whose size is `whole`; `nil`
    /// when there is none of the picture's shape, colours and turns. Cameras and phones put them in (ISO/IEC 23008-12, section 6.4.4).
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

    /// The rotations and mirrorings of an item in their order; `nil` for a cropped one, whose numbers depend on its size.
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

    /// Files have one, seldom two.
    private static let maximumThumbnails = 16

    /// Shapes are alike when one, made as wide as the other, is as high but for a hundredth and what rounding to whole pixels makes.
    private static func isAlike(_ size: PixelSize, _ whole: PixelSize) -> Bool {
        let height = Double(whole.height) * Double(size.width) / Double(whole.width)
        return abs(height - Double(size.height)) <= max(1, 0.01 * height)
    }
}
