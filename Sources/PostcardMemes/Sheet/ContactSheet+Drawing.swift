public import PostcardImaging

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

        /// Fills a tile.
        ///
        /// - Parameters:
        ///   - picture: made smaller where it is larger than the tile; `nil` leaves a hint of an empty one.
        ///   - caption: as that of an item.
        ///   - index: of the tile, from 0; one beyond the last stops the program, as an array's index does.
        ///   - fonts: where fonts come from.
        /// - Throws: `ImageError` when memory is short; `MemeError` as for captions.
        public mutating func draw(
            _ picture: Image?, caption: String, at index: Int, fonts: FontLibrary = .shared
        ) throws {
            precondition((0..<count).contains(index), "no tile \(index) on a sheet of \(count)")
            let (x, y) = sheet.origin(of: index)
            try lay(picture, x: x, y: y)
            guard sheet.textSize > 0 else { return }
            let label = SheetLabel(
                size: sheet.textSize, color: sheet.textColor, width: sheet.tileSize.width, height: sheet.textHeight)
            try label.draw(caption, on: &image, x: x, y: y + sheet.tileSize.height, fonts: fonts)
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
