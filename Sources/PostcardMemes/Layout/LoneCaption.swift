import PostcardImaging

extension [Caption] {
    /// The height of the box for a long text without others, in fractions of the picture.
    private static var loneHeight: Double { 0.4 }

    /// The captions, with a higher box at the same edge for a long text that is alone on the picture, in the position of a style, and hard
    /// to read in its own box. The text is at most as large as is legible, so that a shorter text is not smaller.
    func withRoomForLoneText(on size: PixelSize, fonts: FontLibrary) throws(MemeError) -> [Caption] {
        let written = indices.filter { !Caption.isBlank(self[$0].text) }
        let boxes = [MemeStyle.classic, .subtitle].flatMap(\.slots).map(\.caption.box)
        guard written.count == 1, var caption = written.first.map({ self[$0] }), caption.angle == 0,
            caption.bubble == nil, boxes.contains(caption.box)
        else { return self }
        let layout = try caption.layout(on: size, fonts: fonts)
        let face = layout.typefaces[0]
        let capHeight = face.typeface.units(face.typeface.capHeight, scale: face.scale)
        let legible = CaptionRenderer.legibleHeight(on: size) * Double(TextLayout.unitsPerEm) / Double(capHeight)
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
