package import PostcardImaging

/// The arrangement of several pictures that become one base image, with narrow white gaps.
package enum PictureLayout: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
    /// One below the other, with the same width.
    case stack
    /// Side by side, with the same height.
    case side
    /// In rows of the same height. Each picture is cropped to its part with the most detail.
    case grid

    /// The number of pictures that can be joined.
    package static let numbers = 2...16
    /// The shared side of the pictures in pixels: smaller pictures are enlarged to the lower bound, unless all pictures are smaller.
    private static let sides = 1_000...2_000
    /// The maximum number of pixels in a joined picture: as many as in a photo, however many pictures there are.
    private static let maximumPixels = 24_000_000.0
    /// The maximum length of a side of the joined picture, in pixels, as for JPEG.
    private static let maximumSide = 65_535
    /// The gap between two pictures as a fraction of the shared side.
    private static let gap = 0.012
    /// The aspect ratios of a cell in a grid, from portrait to landscape.
    private static let cellRatios = 0.66...1.5
    /// The quality of a joined JPEG. The meme's file keeps its blocks where nothing is drawn.
    private static let quality = 95

    /// Joins pictures into one picture file: a PNG if all pictures are PNG or GIF files, otherwise a JPEG. Transparent parts become white,
    /// and only the first frame of an animation is used.
    ///
    /// - Parameters:
    ///   - pictures: 2 to 16 pictures with their names for messages.
    ///   - limits: the limits for each picture and for the joined picture.
    /// - Throws: `ImageError` with the name of a picture that can't be decoded; code `limitExceeded` for too many pictures or pixels.
    package func joined(
        _ pictures: [(name: String, picture: OpenedPicture)], limits: DecodingLimits
    ) throws(ImageError) -> OpenedPicture {
        let number = pictures.count
        guard Self.numbers ~= number else {
            throw ImageError(
                .limitExceeded,
                "A layout joins \(Self.numbers.lowerBound) to \(Self.numbers.upperBound) pictures, not \(number).")
        }
        let (size, boxes) = arranged(pictures.map(\.picture.header.size))
        guard limits.allow(size), max(size.width, size.height) <= Self.maximumSide else {
            throw ImageError(
                .limitExceeded,
                "The joined picture would have \(size) pixels; the limit is \(limits.pixels) in total and \(Self.maximumSide) per side. Use fewer or less narrow pictures.",
                limit: limits.allow(size) ? nil : .pixels)
        }
        // Only the joined picture and one of its pictures are in memory.
        var image = try Image(size: size, fill: .white)
        for ((name, picture), box) in zip(pictures, boxes) {
            try ImageWork.checkpoint()
            let resize = Resize(
                into: PixelSize(width: box.width, height: box.height), fit: .cover(.subject), enlarges: true)
            do throws(ImageError) {
                let part = try Image(decoding: picture, options: DecodingOptions(resize: resize, limits: limits))
                try image.draw(part, x: box.x, y: box.y)
            } catch {
                throw error.code == .interrupted ? error : error.naming(name)
            }
        }
        let isGraphic = pictures.allSatisfy { [.png, .gif].contains($0.picture.header.format) }
        return try OpenedPicture(image.encoded(as: isGraphic ? .png : .jpeg(quality: Self.quality)))
    }

    /// Returns the size of the joined picture, and the rectangles of pictures of these sizes.
    package func arranged(_ sizes: [PixelSize]) -> (size: PixelSize, boxes: [PixelRect]) {
        let sides = sizes.map { Double(self == .side ? $0.height : $0.width) }
        let (smallest, largest) = (sides.min() ?? 1, sides.max() ?? 1)
        let side = min(
            Double(Self.sides.upperBound), max(smallest, min(largest, Double(Self.sides.lowerBound))))
        let whole = arranged(sizes, side: side)
        let area = Double(whole.size.width) * Double(whole.size.height)
        guard area > Self.maximumPixels else { return whole }
        return arranged(sizes, side: side * (Self.maximumPixels / area).squareRoot())
    }

    /// Returns the arrangement for a shared side in pixels: the width of a stack, the height of a row, or the width of a cell.
    private func arranged(_ sizes: [PixelSize], side: Double) -> (size: PixelSize, boxes: [PixelRect]) {
        let side = max(1, Int(side.rounded()))
        let gap = max(2, Int(Self.gap * Double(side)))
        let ratios = sizes.map { Double($0.width) / Double($0.height) }
        // Longer sides are rejected, and must not overflow.
        func length(_ ratio: Double) -> Int { Int(min(1e6, max(1, (Double(side) * ratio).rounded()))) }
        var boxes: [PixelRect] = []
        var (x, y) = (0, 0)
        switch self {
        case .stack:
            for ratio in ratios {
                boxes.append(PixelRect(x: 0, y: y, width: side, height: length(1 / ratio)))
                y += length(1 / ratio) + gap
            }
            return (PixelSize(width: side, height: y - gap), boxes)
        case .side:
            for ratio in ratios {
                boxes.append(PixelRect(x: x, y: 0, width: length(ratio), height: side))
                x += length(ratio) + gap
            }
            return (PixelSize(width: x - gap, height: side), boxes)
        case .grid:
            let columns = ContactSheet.columns(for: sizes.count)
            let usual = ratios.sorted()[ratios.count / 2]
            let height = length(1 / usual.clamped(to: Self.cellRatios))
            let width = columns * (side + gap) - gap
            for start in stride(from: 0, to: sizes.count, by: columns) {
                // The pictures in the last row share its whole width.
                let count = min(columns, sizes.count - start)
                for column in 0..<count {
                    let (left, right) = (column * (width + gap) / count, (column + 1) * (width + gap) / count - gap)
                    boxes.append(PixelRect(x: left, y: y, width: right - left, height: height))
                }
                y += height + gap
            }
            return (PixelSize(width: width, height: y - gap), boxes)
        }
    }
}
