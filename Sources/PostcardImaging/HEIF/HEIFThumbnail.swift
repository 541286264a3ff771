/// A smaller version of the picture that a HEIF file has beside it (ISO/IEC 23008-12, section 6.4.4), as cameras and phones put in.
struct HEIFThumbnail {
    private let items: HEIFItems
    private let item: Int
    private let storedSize: PixelSize
    private let transform: HEIFTransform

    /// The smallest thumbnail of the primary item that is at least as large as `wanted`, and less than the picture, whose size is
    /// `whole`; `nil` when there is none of the picture's shape and colours.
    init?(of items: HEIFItems, wanted: PixelSize, whole: PixelSize) {
        let all = items.thumbnails(of: items.primary).prefix(Self.maximumCount).compactMap { HEIFThumbnail($0, items) }
        let fitting = all.filter { thumbnail in
            let size = thumbnail.transform.size
            return size.width >= wanted.width && size.height >= wanted.height && size.area < whole.area
                && HEIFThumbnail.isAlike(size, whole)
        }
        guard let best = fitting.min(by: { $0.transform.size.area < $1.transform.size.area }) else { return nil }
        self = best
    }

    /// `nil` when the item says colours of its own.
    private init?(_ item: Int, _ items: HEIFItems) {
        let colors = items.colors(of: item)
        guard let stated = items.statedSize(of: item), stated.area > 0,
            colors.isEmpty || Set(colors) == Set(items.colors(of: items.primary))
        else { return nil }
        self.items = items
        self.item = item
        storedSize = stated
        transform = HEIFTransform(stated, properties: items.properties(of: item), items.boxes.reader)
    }

    /// Files have one, seldom two.
    private static let maximumCount = 16

    /// Shapes are alike when one, made as wide as the other, is as high but for a hundredth and what rounding to whole pixels makes.
    private static func isAlike(_ size: PixelSize, _ whole: PixelSize) -> Bool {
        let height = Double(whole.height) * Double(size.width) / Double(whole.width)
        return abs(height - Double(size.height)) <= max(1, 0.01 * height)
    }

    /// Decodes the thumbnail; `nil` when it is damaged, or of a kind that `HEIFPlanes` does not read.
    func reader(format: ImageFormat, options: DecodingOptions) throws(ImageError) -> HEIFReader? {
        let planes = try? HEIFPlanes(
            item, data: items.data(of: item), of: items, size: storedSize, limits: options.limits,
            sharedColors: items.codePoints(of: items.primary))
        guard let planes else { return nil }
        let decoder = HEIFTileDecoder(
            items, item, HEIFGrid(item, size: storedSize), whole: planes, format: format, options: options)
        return try HEIFReader(
            transform, colors: HEIFBand(decoder, isColumn: transform.isTransposed), colorSpace: items.colorSpace)
    }
}

extension HEIFItems {
    /// The contents of an item's colour properties.
    fileprivate func colors(of item: Int) -> [[UInt8]] {
        properties(of: item).filter { $0.name == "colr" }.map { boxes.bytes($0.content) }
    }
}
