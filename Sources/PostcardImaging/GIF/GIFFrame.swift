/// One image in a GIF file, as described by its headers.
struct GIFFrame: Equatable {
    /// The frame's rectangle on the screen, which can extend beyond the screen.
    var rect = PixelRect.empty
    /// The time until the next frame, in hundredths of a second.
    var delay = 0
    var disposal = FrameDisposal.keep
    var transparentIndex: Int?
    var isInterlaced = false
    /// The range of the frame's own color table in the file; `nil` if the frame uses the global table.
    var palette: Range<Int>?
    /// The offset of the byte that precedes the coded pixels in the file.
    var dataOffset = 0
    /// True if all coded pixels of the frame are in the file.
    var isComplete = true

    var size: PixelSize { rect.size }
}
