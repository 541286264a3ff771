public import PostcardImaging

/// A grid of small pictures with a line of text under each.
///
/// ```swift
/// let sheet = try ContactSheet(columns: 4).image(of: files.map { file in
///     ContactSheet.Item(caption: file.name) { size in
///         try? Image(decoding: file.bytes, options: DecodingOptions(resize: Resize(into: size)))
///     }
/// })
/// ```
///
/// Pictures are asked for one after the other, when their turn has come, so that memory is that of the sheet and one picture.
public struct ContactSheet: Sendable {
    /// One picture of a sheet.
    public struct Item {
        /// The text below it; cut with an ellipsis where it is wider than the tile.
        public var caption: String
        /// Gives the picture for a tile of so many pixels, or `nil` where there is none to show, which leaves an empty tile.
        /// A larger one is made smaller.
        public var picture: (PixelSize) throws -> Image?

        /// Makes an item.
        public init(caption: String, picture: @escaping (PixelSize) throws -> Image?) {
            self.caption = caption
            self.picture = picture
        }

        /// Makes an item of a picture that is there already.
        public init(caption: String, image: Image) {
            self.init(caption: caption) { _ in image }
        }
    }

    /// Most pixels that a sheet may have.
    private static let maximumPixels = 64_000_000

    /// Pictures in a row, 1 or more. Fewer pictures than that make a narrower sheet.
    public var columns: Int
    /// Room for one picture in pixels, without its text.
    public var tileSize: PixelSize
    /// Between tiles and round all of them, in pixels.
    public var spacing: Int
    /// The background colour.
    public var background: Color
    /// The colour of texts; a hint of it fills tiles without a picture.
    public var textColor: Color
    /// The em of the texts in pixels; 0 for no texts.
    public var textSize: Int

    /// Makes a sheet; numbers below their least are brought up to it.
    public init(
        columns: Int = 4, tileSize: PixelSize = PixelSize(width: 320, height: 240), spacing: Int = 16,
        background: Color = .white, textColor: Color = Color(red: 34, green: 34, blue: 34), textSize: Int = 18
    ) {
        self.columns = max(1, columns)
        self.tileSize = PixelSize(width: max(1, tileSize.width), height: max(1, tileSize.height))
        self.spacing = max(0, spacing)
        self.background = background
        self.textColor = textColor
        self.textSize = max(0, textSize)
    }

    /// The size of a sheet of `count` pictures.
    public func size(for count: Int) -> PixelSize {
        let columns = min(columns, max(1, count))
        let rows = max(1, (count + self.columns - 1) / self.columns)
        return PixelSize(
            width: spacing + columns * (tileSize.width + spacing), height: spacing + rows * rowHeight)
    }

    /// The columns of a sheet of `count` pictures that is about square, for tiles as wide as photos.
    public static func columns(for count: Int) -> Int { max(1, Int((Double(count) * 0.9).squareRoot().rounded(.up))) }

    /// Draws the sheet, row by row.
    ///
    /// - Throws: as ``drawing(of:)``; `MemeError` as for captions; what an item's picture throws.
    public func image(of items: [Item], fonts: FontLibrary = .shared) throws -> Image {
        var drawing = try drawing(of: items.count)
        for (index, item) in items.enumerated() {
            try drawing.draw(item.picture(tileSize), caption: item.caption, at: index, fonts: fonts)
        }
        return drawing.image
    }

    /// Begins a sheet of `count` pictures that come when they are ready.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` when the sheet would have more than 64 million pixels, `outOfMemory`, or
    ///   `emptyResult` without pictures.
    public func drawing(of count: Int) throws(ImageError) -> Drawing {
        let size = size(for: count)
        guard count > 0 else { throw ImageError(.emptyResult, "A contact sheet needs a picture.") }
        guard size.area <= Self.maximumPixels, max(size.width, size.height) <= 65_535 else {
            throw ImageError(
                .limitExceeded,
                "The sheet of \(count) pictures would have \(size) pixels, too many. Take fewer pictures, smaller tiles or more columns."
            )
        }
        return try Drawing(self, count: count)
    }

    var textHeight: Int { textSize > 0 ? textSize * 7 / 4 : 0 }

    /// The top left corner of a tile.
    func origin(of index: Int) -> (x: Int, y: Int) {
        (
            spacing + index % columns * (tileSize.width + spacing),
            spacing + index / columns * rowHeight
        )
    }

    private var rowHeight: Int { tileSize.height + textHeight + spacing }
}
