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

/// A line of text under a picture of a contact sheet.
private struct SheetLabel {
    /// Longer texts are cut before they are measured.
    private static let maximumCharacters = 200

    let size: Int
    let color: Color
    let width: Int
    let height: Int

    func draw(_ text: String, on sheet: inout Image, x: Int, y: Int, fonts: FontLibrary) throws {
        let line = try fitted(line(of: text), on: sheet.size, fonts: fonts)
        guard !line.isEmpty else { return }
        var caption = caption(line, on: sheet.size)
        caption.box.x = Double(x) / Double(sheet.size.width)
        caption.box.y = Double(y) / Double(sheet.size.height)
        for layers in try CaptionRenderer(caption, on: sheet.size, fonts: fonts).lettering().layers {
            sheet.blend(layers)
        }
    }

    /// Without line ends and other control characters.
    private func line(of text: String) -> String {
        let clean = text.prefix(Self.maximumCharacters).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(clean))
    }

    /// The text, or as many of its characters as fit with an ellipsis behind them.
    private func fitted(_ text: String, on sheet: PixelSize, fonts: FontLibrary) throws(MemeError) -> String {
        if try fits(text, on: sheet, fonts: fonts) { return text }
        var low = 0
        var high = text.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if try fits(cut(text, to: middle), on: sheet, fonts: fonts) { low = middle } else { high = middle - 1 }
        }
        return cut(text, to: low)
    }

    private func cut(_ text: String, to count: Int) -> String {
        var start = text.prefix(count)
        while start.last == " " { start.removeLast() }
        return start + "…"
    }

    private func fits(_ text: String, on sheet: PixelSize, fonts: FontLibrary) throws(MemeError) -> Bool {
        let layout = try caption(text, on: sheet).layout(on: sheet, fonts: fonts)
        return layout.lines.count <= 1 && layout.unfitted.isEmpty
    }

    private func caption(_ text: String, on sheet: PixelSize) -> Caption {
        var caption = Caption(
            text,
            in: UnitBox(
                x: 0, y: 0, width: Double(width) / Double(sheet.width), height: Double(height) / Double(sheet.height)))
        caption.isPlain = true
        caption.fill = color
        caption.outline = nil
        caption.maximumSize = .pixels(Double(size))
        caption.minimumSize = caption.maximumSize
        return caption
    }
}
