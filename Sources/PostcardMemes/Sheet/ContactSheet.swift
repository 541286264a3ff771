import PostcardCore
package import PostcardImaging

/// A grid of small pictures, each with a line of text below it.
///
/// ```swift
/// let sheet = try ContactSheet(columns: 4).image(of: files.map { file in
///     ContactSheet.Item(caption: file.name) { size in
///         try? Image(decoding: file.bytes, options: DecodingOptions(resize: Resize(into: size)))
///     }
/// })
/// ```
///
/// Pictures are requested one after another, so only the sheet and one picture are in memory.
package struct ContactSheet: Sendable {
    /// One picture on a sheet.
    package struct Item {
        /// The text below the picture. Text wider than the tile is cut and ends with an ellipsis.
        package var caption: String
        /// Returns the picture for a tile of the given size, or `nil` for an empty tile. A larger picture is scaled down.
        package var picture: (PixelSize) throws -> Image?

        /// Makes an item.
        package init(caption: String, picture: @escaping (PixelSize) throws -> Image?) {
            self.caption = caption
            self.picture = picture
        }
    }

    /// The maximum number of pixels in a sheet.
    private static let maximumPixels = 64_000_000

    /// The number of pictures in a row, at least 1. If there are fewer pictures, the sheet is narrower.
    package var columns: Int {
        didSet { columns = max(1, columns) }
    }
    /// The maximum size of a picture in pixels, without its text.
    package var tileSize: PixelSize
    /// The space between and around the tiles, in pixels.
    package var spacing: Int
    /// The background color.
    package var background: Color
    /// The text color. Tiles without a picture are filled with a light shade of the text color.
    package var textColor: Color
    /// The text size in pixels per em; 0 for no text.
    package var textSize: Int

    /// Makes a sheet. Values below their minimum are raised to the minimum.
    package init(
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

    /// Returns the size of a sheet of `count` pictures.
    package func size(for count: Int) -> PixelSize {
        let columns = min(columns, max(1, count))
        // The subtraction avoids overflow for the largest number of columns.
        let rows = max(1, (count - 1) / self.columns + 1)
        return PixelSize(
            width: spacing + columns * (tileSize.width + spacing), height: spacing + rows * rowHeight)
    }

    /// Returns the number of columns at which a sheet of `count` photos is approximately square.
    package static func columns(for count: Int) -> Int { max(1, Int((Double(count) * 0.9).squareRoot().rounded(.up))) }

    /// Draws the sheet, row by row.
    ///
    /// - Throws: the errors that ``drawing(of:)`` throws; any `MemeError` that a caption causes; any errors that the items throw.
    package func image(of items: [Item], fonts: FontLibrary = .shared) throws -> Image {
        var drawing = try drawing(of: items.count)
        for (index, item) in items.enumerated() {
            try drawing.draw(item.picture(tileSize), caption: item.caption, at: index, fonts: fonts)
        }
        return drawing.image
    }

    /// Starts a sheet of `count` pictures that can be drawn in any order.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` if the sheet would have more than 64 million pixels, `outOfMemory`, or
    ///   `emptyResult` if `count` is 0.
    package func drawing(of count: Int) throws(ImageError) -> Drawing {
        let size = size(for: count)
        guard count > 0 else { throw ImageError(.emptyResult, "A contact sheet needs at least one picture.") }
        guard size.area <= Self.maximumPixels, max(size.width, size.height) <= 65_535 else {
            throw ImageError(
                .limitExceeded,
                "The contact sheet would have \(size) pixels, which is too many. Use fewer pictures, smaller tiles or more columns."
            )
        }
        return try Drawing(self, count: count)
    }

    var textHeight: Int { textSize > 0 ? textSize * 7 / 4 : 0 }

    /// Returns the top left corner of a tile.
    func origin(of index: Int) -> (x: Int, y: Int) {
        (spacing + index % columns * (tileSize.width + spacing), spacing + index / columns * rowHeight)
    }

    private var rowHeight: Int { tileSize.height + textHeight + spacing }
}

extension ContactSheet {
    /// A sheet on which pictures are drawn one by one, in any order.
    ///
    /// ```swift
    /// var drawing = try sheet.drawing(of: names.count)
    /// for (index, name) in names.enumerated() {
    ///     try drawing.draw(try await picture(name, sheet.tileSize), caption: name, at: index)
    /// }
    /// ```
    package struct Drawing: Sendable {
        /// The sheet with the pictures drawn so far.
        package private(set) var image: Image

        private let sheet: ContactSheet
        private let count: Int

        init(_ sheet: ContactSheet, count: Int) throws(ImageError) {
            self.sheet = sheet
            self.count = count
            image = try Image(size: sheet.size(for: count), fill: sheet.background)
        }

        /// Draws a picture and its caption in a tile.
        ///
        /// - Parameters:
        ///   - picture: the picture, which is scaled down if it is larger than the tile; `nil` for an empty tile.
        ///   - caption: the text below the picture.
        ///   - index: the number of the tile, from 0 to the number of pictures minus 1.
        /// - Throws: `ImageError` if there is not enough memory; any `MemeError` that the caption causes.
        package mutating func draw(
            _ picture: Image?, caption: String, at index: Int, fonts: FontLibrary = .shared
        ) throws {
            precondition((0..<count).contains(index), "tile \(index) is not on a sheet of \(count)")
            let (x, y) = sheet.origin(of: index)
            try drawTile(picture, x: x, y: y)
            guard sheet.textSize > 0 else { return }
            let below = y + sheet.tileSize.height
            for layers in try sheet.label(caption, on: image.size, x: x, y: below, fonts: fonts) {
                try image.blend(layers)
            }
        }

        private mutating func drawTile(_ picture: Image?, x: Int, y: Int) throws(ImageError) {
            let tile = sheet.tileSize
            guard let picture else {
                var hint = sheet.textColor
                hint.alpha /= 8
                return try image.fill(PixelRect(x: x, y: y, width: tile.width, height: tile.height), with: hint)
            }
            let small = try picture.resized(Resize(into: tile))
            try image.draw(
                small, x: x + (tile.width - small.size.width) / 2, y: y + (tile.height - small.size.height) / 2)
        }
    }
}

extension ContactSheet {
    /// The maximum number of characters measured in a caption.
    private static let maximumCharacters = 200

    /// Returns the layers of a line of text on a sheet of `size`, in the box whose top left corner is at (`x`, `y`). Text that is too long
    /// is cut and ends with an ellipsis.
    fileprivate func label(
        _ text: String, on size: PixelSize, x: Int, y: Int, fonts: FontLibrary
    ) throws -> [MaskLayers] {
        var caption = Caption(
            "",
            in: UnitBox(
                x: Double(x) / Double(size.width), y: Double(y) / Double(size.height),
                width: Double(tileSize.width) / Double(size.width), height: Double(textHeight) / Double(size.height)))
        caption.isPlain = true
        caption.fill = textColor
        caption.outline = nil
        caption.maximumSize = .pixels(Double(textSize))
        caption.minimumSize = caption.maximumSize
        func fits(_ text: String) throws(MemeError) -> Bool {
            caption.text = text
            let layout = try caption.layout(on: size, fonts: fonts)
            return layout.lines.count <= 1 && layout.unfitted.isEmpty
        }
        let line = Self.line(of: text)
        if try !fits(line) {
            let next = try (1..<max(1, line.count)).partitioningIndex { try !fits(Self.cut(line, to: $0)) }
            caption.text = Self.cut(line, to: next - 1)
        }
        return caption.text.isEmpty ? [] : try CaptionRenderer(caption, on: size, fonts: fonts).lettering().layers
    }

    /// Returns the text without line breaks and other control characters.
    private static func line(of text: String) -> String {
        let clean = text.prefix(maximumCharacters).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(clean))
    }

    private static func cut(_ text: String, to count: Int) -> String {
        var start = text.prefix(count)
        while start.last == " " { start.removeLast() }
        return start + "…"
    }
}
