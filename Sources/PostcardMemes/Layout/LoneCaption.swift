import PostcardImaging

extension [Caption] {
    /// The height of the box for a long text without other texts, as a fraction of the picture's height.
    private static var loneHeight: Double { 0.4 }

    /// Returns the captions, with a taller box at the same edge for a long text that is hard to read in its own box.
    ///
    /// The text must be the only one on the picture, in a box of the style `classic` or `subtitle`. Its maximum size is the smallest legible
    /// size, so that a longer text is not larger than a shorter text.
    func withRoomForLoneText(on size: PixelSize, fonts: FontLibrary) throws(MemeError) -> [Caption] {
        let written = indices.filter { !Caption.isBlank(self[$0].text) }
        let boxes = [MemeStyle.classic, .subtitle].flatMap(\.slots).map(\.caption.box)
        guard written.count == 1, var caption = written.first.map({ self[$0] }), caption.angle == 0,
            caption.bubble == nil, boxes.contains(caption.box)
        else { return self }
        let layout = try caption.layout(on: size, fonts: fonts)
        let legible = CaptionRenderer.legibleHeight(on: size) * Double(TextLayout.unitsPerEm) / Double(layout.capHeight)
        let wanted = Swift.min(legible, caption.maximumSize.pixels(on: size))
        guard layout.size < wanted, layout.lines.count > 1 else { return self }
        let added = Self.loneHeight - caption.box.height
        caption.box.height += added
        caption.box.y -= added * caption.verticalAlignment.share
        caption.maximumSize = .pixels(wanted)
        var captions = self
        captions[written[0]] = caption
        return captions
    }
}
