/// One image of a GIF file as its headers describe it.
struct GIFFrame: Equatable {
    /// The rectangle on the screen. It may reach beyond the screen.
    var rect = PixelRect.empty
    /// Hundredths of a second.
    var delay = 0
    var disposal = FrameDisposal.keep
    var transparentIndex: Int?
    var isInterlaced = false
    /// The range of its own color table in the file, if it has one.
    var palette: Range<Int>?
    /// The offset of the byte that precedes the coded pixels in the file.
    var dataOffset = 0
    /// `true` if its coded pixels are all in the file.
    var isComplete = true

    var size: PixelSize { rect.size }
}
