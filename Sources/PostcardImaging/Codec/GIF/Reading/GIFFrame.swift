/// One image of a GIF file as its headers describe it.
struct GIFFrame: Equatable {
    /// Where it lies on the screen. It may reach beyond the screen.
    var x = 0
    var y = 0
    var size = PixelSize(width: 0, height: 0)
    /// Hundredths of a second.
    var delay = 0
    var disposal = GIFDisposal.unspecified
    var transparentIndex: Int?
    var isInterlaced = false
    /// Where its own colour table lies in the file, if it has one.
    var palette: Range<Int>?
    /// Where the byte that precedes the coded pixels lies in the file.
    var dataOffset = 0
    /// Whether its coded pixels are all in the file.
    var isComplete = true

    /// The part of its columns that lies on a screen `width` pixels wide.
    func columns(onScreen width: Int) -> Range<Int> { min(x, width)..<min(x + size.width, width) }

    /// The part of its rows that lies on a screen `height` pixels high.
    func rows(onScreen height: Int) -> Range<Int> { min(y, height)..<min(y + size.height, height) }
}
