import PostcardMemes

/// A layout as text, for comparison in a test: size, lines, and for each glyph its number and its position in thousandths of the size.
func golden(_ layout: TextLayout) -> String {
    func thousandths(_ units: Int) -> Int { Int((Double(units) * 1000 / Double(TextLayout.unitsPerEm)).rounded()) }
    var text = "size \(layout.size) above \(thousandths(layout.above)) below \(thousandths(layout.below))"
    text += " leading \(thousandths(layout.leading))"
    for line in layout.lines {
        let glyphs = line.glyphs.map { "\($0.id)@\(thousandths($0.x)),\(thousandths($0.y))" }
        text += "\n\(line.text) [\(thousandths(line.width))] " + glyphs.joined(separator: " ")
    }
    return text
}
