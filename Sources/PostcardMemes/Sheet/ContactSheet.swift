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
/// Pictures are asked for one after the other, so that memory is that of the sheet and one picture.
public struct ContactSheet: Sendable {
    /// One picture of a sheet.
    public struct Item {
        /// The text below it; cut with an ellipsis where it is wider than the tile.
        public var caption: String
        /// Gives the picture for a tile of this size, or `nil` where there is none to show, which leaves an empty tile.
        /// A larger one is made smaller.
        public var picture: (PixelSize) throws -> Image?

        /// Makes an item.
        public init(caption: String, picture: @escaping (PixelSize) throws -> Image?) {
            self.caption = caption
            self.picture = picture
        }
    }

    /// The maximum of pixels in a sheet.
    private static let maximumPixels = 64_000_000

    /// Pictures in a row, 1 or more. Fewer pictures than that make a narrower sheet.
    public var columns: Int
    /// Room for one picture in pixels, without its text.
    public var tileSize: PixelSize
    /// The space between tiles and around all of them, in pixels.
    public var spacing: Int
    /// The background colour.
    public var background: Color
    /// The colour of texts; a hint of it fills tiles without a picture.
    public var textColor: Color
    /// The em of the texts in pixels; 0 for no texts.
    public var textSize: Int

    /// Makes a sheet; numbers below their minimum are raised to it.
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

    /// Begins a sheet of `count` pictures that are drawn in any order.
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

extension ContactSheet {
    /// A sheet on which pictures are laid one by one, in any order.
    ///
    /// ```swift
    /// var drawing = try sheet.drawing(of: names.count)
    /// for (index, name) in names.enumerated() {
    ///     try drawing.draw(try await picture(name, sheet.tileSize), caption: name, at: index)
    /// }
    /// ```
    public struct Drawing: Sendable {
        /// The sheet as far as it is drawn.
        public private(set) var image: Image

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
        ///   - picture: made smaller where it is larger than the tile; `nil` leaves a hint of an empty one.
        ///   - caption: as that of an item.
        ///   - index: the number of the tile, from 0; it must be below the count.
        ///   - fonts: where fonts come from.
        /// - Throws: `ImageError` when memory is short; `MemeError` as for captions.
        public mutating func draw(
            _ picture: Image?, caption: String, at index: Int, fonts: FontLibrary = .shared
        ) throws {
            precondition((0..<count).contains(index), "no tile \(index) on a sheet of \(count)")
            let (x, y) = sheet.origin(of: index)
            try lay(picture, x: x, y: y)
            guard sheet.textSize > 0 else { return }
            let label = SheetLabel(sheet, on: image.size, fonts: fonts)
            try label.draw(caption, on: &image, x: x, y: y + sheet.tileSize.height)
        }

        private mutating func lay(_ picture: Image?, x: Int, y: Int) throws(ImageError) {
            let tile = sheet.tileSize
            guard let picture else {
                var hint = sheet.textColor
                hint.alpha /= 8
                return image.fill(PixelRect(x: x, y: y, width: tile.width, height: tile.height), with: hint)
            }
            let small = try picture.resized(Resize(into: tile))
            image.lay(small, x: x + (tile.width - small.size.width) / 2, y: y + (tile.height - small.size.height) / 2)
        }
    }
}

/// A line of text under a picture of a contact sheet.
struct SheetLabel {
    /// The maximum of characters that are measured.
    private static let maximumCharacters = 200

    /// The look of the text, and its box at the top left corner of the sheet.
    private let blank: Caption
    private let sheet: PixelSize
    private let fonts: FontLibrary

    /// `sheet` is the size of the sheet.
    init(_ look: ContactSheet, on sheet: PixelSize, fonts: FontLibrary) {
        self.sheet = sheet
        self.fonts = fonts
        var caption = Caption("")
        caption.box.width = Double(look.tileSize.width) / Double(sheet.width)
        caption.box.height = Double(look.textHeight) / Double(sheet.height)
        caption.isPlain = true
        caption.fill = look.textColor
        caption.outline = nil
        caption.maximumSize = .pixels(Double(look.textSize))
        caption.minimumSize = caption.maximumSize
        blank = caption
    }

    func draw(_ text: String, on image: inout Image, x: Int, y: Int) throws {
        var caption = blank
        caption.text = try fitted(line(of: text))
        guard !caption.text.isEmpty else { return }
        caption.box.x = Double(x) / Double(sheet.width)
        caption.box.y = Double(y) / Double(sheet.height)
        for layers in try CaptionRenderer(caption, on: sheet, fonts: fonts).lettering().layers { image.blend(layers) }
    }

    /// Without line ends and other control characters.
    private func line(of text: String) -> String {
        let clean = text.prefix(Self.maximumCharacters).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(clean))
    }

    /// The text, or as many of its characters as fit with an ellipsis behind them.
    private func fitted(_ text: String) throws -> String {
        if try fits(text) { return text }
        let next = try (1..<max(1, text.count)).partitioningIndex { try !fits(cut(text, to: $0)) }
        return cut(text, to: next - 1)
    }

    private func cut(_ text: String, to count: Int) -> String {
        var start = text.prefix(count)
        while start.last == " " { start.removeLast() }
        return start + "…"
    }

    private func fits(_ text: String) throws(MemeError) -> Bool {
        var caption = blank
        caption.text = text
        let layout = try caption.layout(on: sheet, fonts: fonts)
        return layout.lines.count <= 1 && layout.unfitted.isEmpty
    }
}
