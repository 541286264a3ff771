/// Writes an animation of which some frames are taken over from another file as they are coded. The colours that all of those share stay
/// at their indices; those of frames that are coded anew are put behind them while there is room.
struct GIFPatchWriter {
    private let size: PixelSize
    private let origin: (x: Int, y: Int)
    private let original: [UInt8]
    private var frames: GIFFrameWriter

    /// Begins an animation of `size` on which the frames of the file `original` lie from `origin` on.
    init(
        size: PixelSize, origin: (x: Int, y: Int), _ original: [UInt8], globalPalette: Range<Int>?
    ) throws(ImageError) {
        try GIFWriter.check(size)
        self.size = size
        self.origin = origin
        self.original = original
        let count = (globalPalette?.count ?? 0) / 3
        let table = original.withUnsafeBytes { GIFColor.table(at: globalPalette, in: $0) }
        frames = GIFFrameWriter(size: size, table: Array(table.prefix(count)))
    }

    /// Adds a picture as large as the animation.
    mutating func write(_ image: Image, delay: Int) {
        frames.write(image, delay: delay, next: nil)
    }

    /// Adds a frame as it is coded. `picture` is what the original shows with it.
    mutating func keep(_ frame: GIFFrame, showing picture: Image) {
        let flags = (frame.palette?.lowerBound ?? frame.dataOffset) - 1
        var end = frame.dataOffset + 1
        while end < original.count, original[end] > 0 { end += 1 + Int(original[end]) }
        var coded: [UInt8] = []
        coded.appendGIFControl(
            delay: frame.delay, .keep, transparentIndex: frame.transparentIndex.map { UInt8(truncatingIfNeeded: $0) })
        coded.appendGIFPlace(
            x: origin.x + frame.x, y: origin.y + frame.y, width: frame.size.width, height: frame.size.height)
        coded += original[flags..<min(original.count, end + 1)]
        let area = GIFArea(
            columns: frame.columns(onScreen: picture.size.width), rows: frame.rows(onScreen: picture.size.height))
        frames.keep(coded, showing: picture, in: area, origin: origin)
    }

    consuming func finish(loopCount: Int?) -> [UInt8] {
        GIFWriter.file(of: frames.frames, size: size, loopCount: loopCount)
    }
}
