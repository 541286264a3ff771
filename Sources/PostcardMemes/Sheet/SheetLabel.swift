import PostcardImaging

/// A line of text under a picture of a contact sheet.
struct SheetLabel {
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
